import { maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

export const homeassistant = integration({
  title: 'HomeAssistant',
  reads: json,
  events: {
    message: on(one({ message: text, topic: maybe(text) }), ({ message, topic }) => ({
      topic: topic ?? 'homeassistant',
      content: message,
    })),
  },
})
