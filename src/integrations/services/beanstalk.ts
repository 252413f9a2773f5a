import { address, many, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent, type Delivery, type RawBody } from '../integration'
import { form, json } from '../read-body'
import { branchOf, branchTopic, isDropped, pushText } from '../wording/git'
import { firstLine, link, withQuote } from '../wording/words'

/**
 * The service has two kinds of webhooks. The older one sends a push of Git in the field `payload` of a form, and a commit of
 * Subversion in the field `commit`. The newer one sends JSON with the name of the event.
 */
function read(body: RawBody, delivery: Delivery): unknown {
  if (body.text.trimStart().startsWith('{')) return json(body)
  const { payload, commit } = form(body)
  const value = json({ ...body, text: payload ?? commit ?? delivery.option('payload') ?? '' })
  return { trigger: commit === undefined ? 'push' : 'commit', payload: value }
}

const person = maybe(one({ name: maybe(text) }))
const repository = one({ name: text })
const commit = one({ id: text, message: text, url: address, changeset_url: address, author: person })
const push = one({
  repository,
  ref: maybe(text),
  branch: maybe(text),
  pusher_name: maybe(text),
  beanstalk_user: person,
  commits: many(commit),
})

const pushed: AnyEvent = on(one({ payload: push }), ({ payload: body }, { option }) => {
  const branch = body.branch || branchOf(body.ref ?? '')
  if (isDropped(branch, option('branches'))) return undefined
  const user = body.pusher_name || body.beanstalk_user?.name || 'Someone'
  const commits = body.commits.map(({ id: sha, message, author, ...each }) => ({
    name: author?.name || user,
    sha,
    url: [each.url, each.changeset_url].find((url) => url.startsWith('http')) ?? each.url,
    message,
  }))
  return { topic: branchTopic(body.repository.name, branch), content: pushText({ user, branch, commits }) }
})

const revision = one({
  repository: maybe(one({ name: maybe(text) })),
  revision: maybe(text),
  id: maybe(text),
  message: text,
  author_full_name: maybe(text),
  author: maybe(one({ name: maybe(text) })),
  beanstalk_user: person,
  changeset_url: address,
})

const committed: AnyEvent = on(one({ payload: revision }), ({ payload: body }) => {
  const id = body.revision || body.id || ''
  const author = body.author_full_name || body.beanstalk_user?.name || body.author?.name || 'Someone'
  const name = body.repository?.name
  return {
    topic: `${name ? `${name} / ` : ''}svn r${id}`,
    content: `${author} pushed ${link(`revision ${id}`, body.changeset_url)}:\n\n> ${firstLine(body.message)}`,
  }
})

const remark = one({
  repository: maybe(one({ name: maybe(text) })),
  author: person,
  body: text,
  url: address,
})

export const beanstalk = integration({
  title: 'Beanstalk',
  category: 'version-control',
  setup:
    'Repository → Settings → Integrations → Webhooks. If the service refuses the key in the address, use the user name and the key of the bot as HTTP authentication.',
  reads: read,
  options: ['branches', 'payload'],
  event: (body) => textAt(body, 'trigger') ?? '',
  events: {
    push: pushed,
    commit: committed,
    comment: on(one({ payload: remark }), ({ payload: body }) => ({
      topic: body.repository?.name || 'Beanstalk',
      content: withQuote(`${body.author?.name ?? 'Someone'} [commented](${body.url})`, body.body),
    })),
  },
  // They follow a push, or concern only the operator.
  ignores: ['create_branch', 'delete_branch', 'create_tag', 'delete_tag', 'deploy', 'request_code_review'],
})
