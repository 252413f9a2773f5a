import { maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { quotedWithTicks } from '../wording/words'

const PROMOTER_FROM = 9
const event_data = one({ person: one({ email: text }), score: number, comment: maybe(text) })

export const delighted = integration({
  title: 'Delighted',
  category: 'customer-support',
  setup: 'Integrations → Webhooks → New webhook.',
  reads: json,
  signature: hmac({ header: 'x-delighted-webhook-signature', prefix: 'sha256=' }),
  events: {
    message: on(one({ event_data }), ({ event_data: { person, score, comment } }) => {
      const kind = score >= PROMOTER_FROM ? 'Kudos! You have a new promoter.' : 'Great! You have new feedback.'
      const quote = comment ? `:\n\n${quotedWithTicks(comment)}` : ':'
      return { topic: 'Survey response', content: `${kind} Score of ${score}/10 from ${person.email}${quote}` }
    }),
  },
})
