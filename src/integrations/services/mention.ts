import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { quotedWithTicks } from '../wording/words'

export const mention = integration({
  title: 'Mention',
  reads: json,
  events: {
    message: on(one({ title: text, url: address, description: text }), ({ title, url, description }) => ({
      topic: 'news',
      content: `**[${title}](${url})**:\n\n${quotedWithTicks(description)}`,
    })),
  },
})
