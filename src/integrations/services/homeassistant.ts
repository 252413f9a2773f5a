import { maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

export const homeassistant = integration({
  title: 'HomeAssistant',
  display_name: 'Home Assistant',
  category: 'productivity',
  setup:
    'configuration.yaml: a rest notify service with method POST_JSON, resource: this address, title_param_name: topic.',
  reads: json,
  events: {
    message: on(one({ message: text, topic: maybe(text) }), ({ message, topic }) => ({
      topic: topic ?? 'homeassistant',
      content: message,
    })),
  },
})
