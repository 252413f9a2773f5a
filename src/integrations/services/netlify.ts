import { maybe, one, text } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { bodyToken } from '../signatures'

const body = one({ name: text, url: text, branch: text, error_message: maybe(text) })
const built = (outcome: string): AnyEvent =>
  on(body, ({ name, url, branch }) => ({
    topic: branch,
    content: `The build [${name}](${url}) on branch ${branch} ${outcome}`,
  }))

export const netlify = integration({
  title: 'Netlify',
  reads: json,
  eventHeader: 'x-netlify-event',
  event: (_, { header }) => header('x-netlify-event'),
  events: {
    deploy_building: built('is now building.'),
    deploy_created: built('is now ready.'),
    deploy_locked: built('is now locked.'),
    deploy_unlocked: built('is now unlocked.'),
    deploy_failed: on(body, ({ name, url, branch, error_message }) => ({
      topic: branch,
      content: `The build [${name}](${url}) on branch ${branch} ${error_message ?? 'failed'}`,
    })),
  },
  signature: bodyToken('x-webhook-signature', 'netlify'),
})
