import { one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

/** The text ends with the address, on a line of its own. */
const ADDRESS = /\n(https?:\/\/\S+)\s*$/

export const wekan = integration({
  title: 'Wekan',
  reads: json,
  events: {
    message: on(one({ text }), ({ text: message }) => {
      const address = ADDRESS.exec(message)
      const sentence = message.slice(0, address?.index).trim()
      return {
        topic: 'Wekan Notification',
        content: `${sentence}.${address ? `\n\n[See in Wekan](${address[1]})` : ''}`,
      }
    }),
  },
})
