import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { quotedWithTicks } from '../wording/words'

export const mention = integration({
  title: 'Mention',
  category: 'marketing',
  setup: 'Zapier or the API of Mention: send each mention to the address.',
  reads: json,
  events: {
    message: on(one({ title: text, url: address, description: text }), ({ title, url, description }) => ({
      topic: 'news',
      content: `**[${title}](${url})**:\n\n${quotedWithTicks(description)}`,
    })),
  },
})
