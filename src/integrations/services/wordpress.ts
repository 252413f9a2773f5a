import { address, maybe, one, text } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { form } from '../read-body'

const post = one({ post_title: maybe(text), post_url: address, post_type: maybe(text) })
const published = (topic: string, type: string): AnyEvent =>
  on(post, ({ post_title, post_url, post_type }) => ({
    topic,
    content: `New ${post_type ?? type} published:\n* [${post_title ?? 'New WordPress post'}](${post_url})`,
  }))

export const wordpress = integration({
  title: 'Wordpress',
  display_name: 'WordPress',
  category: 'marketing',
  setup:
    'Install the plug-in HookPress; then Settings → Webhooks → Add webhook: an action with the fields of the service.',
  reads: form,
  isQuietAboutBodies: true,
  event: (body) =>
    typeof body === 'object' && body !== null && 'hook' in body ? String(body.hook).trimEnd() : 'WordPress action',
  events: {
    publish_post: published('WordPress Post', 'post'),
    publish_page: published('WordPress Page', 'page'),
    user_register: on(one({ display_name: maybe(text), user_email: maybe(text) }), (body) => ({
      topic: 'New Blog Users',
      content: `New blog user registered:\n* **Name**: ${body.display_name ?? 'New user name'}\n* **Email**: ${body.user_email ?? 'New user email'}`,
    })),
    wp_login: on(one({ user_login: maybe(text) }), (body) => ({
      topic: 'New Login',
      content: `User ${body.user_login ?? 'Logged in user'} logged in.`,
    })),
  },
})
