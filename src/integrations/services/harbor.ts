import { dictionary, firstOf, maybe, one, text, textAt, texts } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const summary = maybe(one({ summary: maybe(texts) }))
const resource = one({ tag: maybe(text), digest: maybe(text), scan_overview: maybe(dictionary(one({ summary }))) })
const event_data = one({ repository: one({ repo_full_name: text }), resources: firstOf(resource) })

type Image = { tag?: string | null; digest?: string | null }
const nameOf = (repository: string, { tag, digest }: Image) => `${repository}${tag ? `:${tag}` : `@${digest ?? ''}`}`

export const harbor = integration({
  title: 'Harbor',
  category: 'deployment',
  setup: 'Project → Webhooks → New webhook, type http.',
  reads: json,
  event: (body) => textAt(body, 'type') ?? '',
  events: {
    PUSH_ARTIFACT: on(
      one({ operator: text, event_data }),
      ({ operator, event_data: { repository, resources: image } }) => ({
        topic: repository.repo_full_name,
        content: `**${operator}** pushed image \`${nameOf(repository.repo_full_name, image)}\``,
      }),
    ),
    SCANNING_COMPLETED: on(one({ event_data }), ({ event_data: { repository, resources: image } }) => {
      const [overview] = Object.values(image.scan_overview ?? {})
      const found = Object.entries(overview?.summary?.summary ?? {}).map(
        ([severity, count]) => `* ${severity}: **${count}**`,
      )
      const list = found.length === 0 ? 'None' : found.join('\n')
      const name = nameOf(repository.repo_full_name, image)
      return {
        topic: repository.repo_full_name,
        content: `Image scan completed for \`${name}\`. Vulnerabilities by severity:\n\n${list}`,
      }
    }),
  },
  ignores: ['DOWNLOAD_CHART', 'DELETE_CHART', 'UPLOAD_CHART', 'PULL_ARTIFACT', 'DELETE_ARTIFACT', 'SCANNING_FAILED'],
})
