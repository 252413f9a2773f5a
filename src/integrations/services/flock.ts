import { maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

export const flock = integration({
  title: 'Flock',
  category: 'communication',
  setup: 'Admin → Apps and integrations → Outgoing webhook.',
  reads: json,
  events: {
    message: on(one({ text: maybe(text), notification: maybe(text) }), (body) => ({
      topic: 'Flock notifications',
      content: body.text || body.notification || '',
    })),
  },
})
