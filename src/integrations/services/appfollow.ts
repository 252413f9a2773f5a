import { one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { firstLine } from '../wording/words'

/** Returns Markdown for the markup of Slack, in which the service writes. */
const markdownOf = (markup: string) =>
  markup
    .replaceAll(/(?<=^|\s)\*([^*\n]+)\*(?=\s|$)/gm, '**$1**')
    .replaceAll(/(?<=^|\s)_([^_\n]+)_(?=\s|$)/gm, '*$1*')
    .replaceAll(/<(https?:\/\/[^|<>\s]+)\|([^|<>\n]+)>/g, '[$2]($1)')

export const appfollow = integration({
  title: 'AppFollow',
  category: 'customer-support',
  setup: 'Integrations → Webhooks.',
  reads: json,
  events: {
    message: on(one({ text }), ({ text: message }) => ({
      topic: firstLine(message),
      content: markdownOf(message),
    })),
  },
})
