import { address, many, maybe, one, text, texts } from '../fields'
import { integration, on, type Text } from '../integration'
import { json } from '../read-body'

const labels = maybe(texts)
const alert = one({ status: text, labels, annotations: labels, generatorURL: address })

/** The name and the description of an alert are labels or annotations, which the address names. */
export const alertmanager = integration({
  title: 'Alertmanager',
  category: 'monitoring',
  setup: 'alertmanager.yml: a receiver with webhook_configs, url: this address. One receiver for each channel.',
  reads: json,
  options: ['name', 'desc'],
  events: {
    message: on(one({ alerts: many(alert) }), ({ alerts }, { option }) => {
      const [nameField, descriptionField] = [option('name') ?? 'instance', option('desc') ?? 'alertname']
      const topics = new Map<string, Map<string, string[]>>()
      for (const { status, labels: found, annotations, generatorURL } of alerts) {
        const value = (name: string) => found?.[name] ?? annotations?.[name]
        const name = value(nameField) ?? '(unknown)'
        const source = generatorURL.replace('tab=1', 'tab=0')
        const byStatus = topics.get(name) ?? new Map<string, string[]>()
        const line = `${value(descriptionField) ?? `<missing field: ${descriptionField}>`} ([source](${source}))`
        const lines = byStatus.get(status) ?? []
        lines.push(line)
        topics.set(name, byStatus.set(status, lines))
      }
      return [...topics].flatMap(([topic, byStatus]) =>
        [...byStatus].map(([status, lines]): Text => {
          const title = status === 'firing' ? ':alert: **FIRING**' : ':squared_ok: **Resolved**'
          return { topic, content: lines.length === 1 ? `${title} ${lines[0]}` : `${title}\n${listOf(lines)}` }
        }),
      )
    }),
  },
})

const listOf = (lines: string[]) => lines.map((line) => `* ${line}`).join('\n')
