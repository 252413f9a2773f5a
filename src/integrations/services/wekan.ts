import { one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { token } from '../signatures'

/** The last line of the text is the address. */
const addressOf = (message: string): string => message.split('\n').at(-1) ?? ''

export const wekan = integration({
  title: 'Wekan',
  reads: json,
  signature: token('x-wekan-token'),
  events: {
    message: on(one({ text }), ({ text: message }) => {
      const address = addressOf(message)
      const sentence = (address === '' ? message : message.replaceAll(address, '')).replaceAll('\n', '')
      return { topic: 'Wekan Notification', content: `${sentence}.\n\n[See in Wekan](${address})` }
    }),
  },
})
