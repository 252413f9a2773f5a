import { anything, at, maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { quotedWithTicks } from '../wording/words'

const site = one({ acct: text, domain: text })
const person = one({ id: text, _anon: maybe(anything), email: maybe(text), name: maybe(text) })

export const gosquared = integration({
  title: 'GoSquared',
  reads: json,
  event: (body) => (at(body, 'concurrents') !== undefined ? 'traffic_spike' : 'chat_message'),
  events: {
    traffic_spike: on(one({ concurrents: number, siteDetails: site }), ({ concurrents, siteDetails }) => ({
      topic: `GoSquared - ${siteDetails.domain}`,
      content:
        `[${siteDetails.domain}](https://www.gosquared.com/now/${siteDetails.acct}) has ` +
        `${concurrents} visitors online.`,
    })),
    chat_message: on(
      one({
        message: one({ content: text, session: maybe(one({ title: maybe(text) })), private: maybe(anything) }),
        person,
        siteID: maybe(text),
      }),
      ({ message, person: visitor }) => ({
        topic: `Live chat session - ${visitor.name ?? visitor.email ?? visitor.id}`,
        content: `${quotedWithTicks(message.content)}`,
      }),
    ),
  },
})
