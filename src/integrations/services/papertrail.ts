import { address, many, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { formField } from '../read-body'
import { quotedWithTicks } from '../wording/words'

const EVENTS_SHOWN = 4

const logged = one({ display_received_at: text, source_name: text, message: text })
const saved_search = one({ name: text, html_search_url: address, query: maybe(text) })

export const papertrail = integration({
  title: 'Papertrail',
  category: 'monitoring',
  setup: 'Saved search → Create alert → Webhook.',
  reads: formField('payload'),
  events: {
    message: on(one({ events: many(logged), saved_search }), ({ events, saved_search: search }) => {
      const lines = events
        .slice(0, EVENTS_SHOWN)
        .map(
          (event) =>
            `${event.display_received_at} - ${event.source_name} - ${search.query ?? ''}:\n${quotedWithTicks(event.message)}`,
        )
      const matches = `**${events.length}** ${events.length === 1 ? 'match' : 'matches'}`
      return {
        topic: 'logs',
        content: [
          `[Search for "${search.name}"](${search.html_search_url}) found ${matches}:\n`,
          ...lines,
          ...(events.length > EVENTS_SHOWN ? [`[See more](${search.html_search_url})`] : []),
        ].join('\n'),
      }
    }),
  },
})
