import { address, maybe, one, text } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { bodyToken } from '../signatures'

const body = one({ name: text, url: address, branch: text, state: maybe(text), error_message: maybe(text) })
const built = (outcome?: string): AnyEvent =>
  on(body, ({ name, url, branch, state }) => ({
    topic: branch,
    content: `The build [${name}](${url}) on branch ${branch} is now ${outcome ?? state ?? ''}.`,
  }))

export const netlify = integration({
  title: 'Netlify',
  category: 'deployment',
  setup: 'Site configuration → Notifications → Add → HTTP POST request. One for each event.',
  reads: json,
  eventHeader: 'x-netlify-event',
  event: (_, { header }) => header('x-netlify-event'),
  events: {
    deploy_building: built(),
    deploy_created: built(),
    deploy_locked: built('locked'),
    deploy_unlocked: built('unlocked'),
    deploy_failed: on(body, ({ name, url, branch, error_message }) => ({
      topic: branch,
      content: `The build [${name}](${url}) on branch ${branch} ${error_message ?? 'failed'}`,
    })),
  },
  signature: bodyToken('x-webhook-signature', 'netlify'),
})
