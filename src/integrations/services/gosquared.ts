import { at, maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { quotedWithTicks } from '../wording/words'

const site = one({ acct: text, domain: text })
const person = one({ status: text, name: maybe(text), _anon: maybe(one({ name: maybe(text) })) })
const message = one({ content: text, session: one({ title: text }) })

export const gosquared = integration({
  title: 'GoSquared',
  category: 'marketing',
  setup: 'Project settings → Integrations → Webhooks. Choose the notifications.',
  reads: json,
  event: (body) => {
    if (at(body, 'concurrents') !== undefined) return 'traffic_spike'
    // Direct messages to one person of the team.
    return at(body, 'message', 'private') === true ? undefined : 'chat_message'
  },
  events: {
    traffic_spike: on(one({ concurrents: number, siteDetails: site }), ({ concurrents, siteDetails }) => ({
      topic: `GoSquared - ${siteDetails.domain}`,
      content:
        `[${siteDetails.domain}](https://www.gosquared.com/now/${siteDetails.acct}) has ` +
        `${concurrents} visitors online.`,
    })),
    chat_message: on(
      one({ message, person }),
      ({ message: { content, session }, person: { status, name, _anon } }) => ({
        topic: `Live chat session - ${session.title}`,
        content: `The ${status} **${_anon?.name ?? name ?? ''}** messaged:\n\n${quotedWithTicks(content)}`,
      }),
    ),
  },
})
