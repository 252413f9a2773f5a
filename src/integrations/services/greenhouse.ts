import { address, many, maybe, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { capitalized } from '../wording/words'

const candidate = one({
  id: text,
  first_name: text,
  last_name: text,
  email_addresses: maybe(many(one({ value: text, type: text }))),
  attachments: maybe(many(one({ url: address, type: text }))),
})
const application = one({ candidate, jobs: maybe(many(one({ name: text }))) })

const payload = one({ application, candidate: maybe(candidate) })

const titled = (action: string) => action.split('_').map(capitalized).join(' ')
const titleOfType = (type: string) => type.split('_').map(capitalized).join('_')

export const greenhouse = integration({
  title: 'Greenhouse',
  category: 'human-resources',
  setup: 'Configure → Dev center → Web hooks. One web hook for each event.',
  reads: json,
  event: (body) => (textAt(body, 'action') === 'ping' ? undefined : 'message'),
  events: {
    message: on(one({ action: text, payload }), ({ action, payload: { application: found, candidate: own } }) => {
      // A change of a candidate has no application, or one without the candidate.
      const person = own ?? found.candidate
      const { id, first_name, last_name, email_addresses, attachments } = person
      const emails = (email_addresses ?? []).map(({ value, type }) => `${value} (${titleOfType(type)})`)
      const files = (attachments ?? []).map(({ url, type }) => `[${titleOfType(type)}](${url})`)
      return {
        topic: `${titled(action)} - ${id}`,
        content: [
          `${titled(action)} ${first_name} ${last_name} (ID: ${id}), applying for:`,
          `* **Role**: ${found.jobs?.[0]?.name ?? ''}`,
          `* **Emails**: ${emails.join(', ')}`,
          `* **Attachments**: ${files.join(', ')}`,
        ].join('\n'),
      }
    }),
  },
  signature: hmac({ header: 'signature', prefix: 'sha256 ' }),
})
