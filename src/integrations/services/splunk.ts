import { address, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const TOPIC_CHARACTERS = 60

const result = maybe(one({ host: maybe(text), source: maybe(text), _raw: maybe(text) }))

export const splunk = integration({
  title: 'Splunk',
  category: 'monitoring',
  setup: 'Search → Save as → Alert → Add actions → Webhook.',
  reads: json,
  events: {
    message: on(one({ search_name: maybe(text), results_link: address, result }), (body) => {
      const search = body.search_name ?? 'Missing search_name'
      return {
        topic: search.length >= TOPIC_CHARACTERS ? `${search.slice(0, TOPIC_CHARACTERS - 3)}...` : search,
        content: [
          'Splunk alert from saved search:',
          `* **Search**: [${search}](${body.results_link})`,
          `* **Host**: ${body.result?.host ?? 'Missing host'}`,
          `* **Source**: \`${body.result?.source ?? 'Missing source'}\``,
          `* **Raw**: \`${body.result?._raw ?? 'Missing _raw'}\``,
        ].join('\n'),
      }
    }),
  },
})
