import { one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { token } from '../signatures'

/** The last line of the text is the address. */
const addressOf = (message: string): string => message.split('\n').at(-1) ?? ''

export const wekan = integration({
  title: 'Wekan',
  category: 'project-management',
  setup: 'Board → Settings → Outgoing webhooks.',
  reads: json,
  signature: token('x-wekan-token'),
  events: {
    message: on(one({ text }), ({ text: message }) => {
      if (message.trim() === '') return undefined
      const url = addressOf(message)
      const sentence = (url === '' ? message : message.replaceAll(url, '')).replaceAll('\n', '')
      return {
        topic: 'Wekan Notification',
        content: url === '' ? `${sentence}.` : `${sentence}.\n\n[See in Wekan](${url})`,
      }
    }),
  },
})
