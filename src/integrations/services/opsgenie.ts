import { many, maybe, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const alert = one({
  alertId: text,
  message: maybe(text),
  tags: maybe(many(text)),
  team: maybe(text),
  recipient: maybe(text),
  note: maybe(text),
  owner: maybe(text),
  addedTags: maybe(text),
  removedTags: maybe(text),
})
const body = one({ action: text, integrationName: text, alert, escalationName: maybe(text) })

const quotedTags = (tags: readonly string[]) => tags.map((tag) => `\`${tag}\``).join(', ')

export const opsgenie = integration({
  title: 'Opsgenie',
  category: 'monitoring',
  setup: 'Teams → Integrations → Add → Webhook. Choose the alert actions.',
  reads: json,
  options: ['eu_region'],
  event: (value) => textAt(value, 'action') ?? '',
  events: {
    '*': on(body, ({ action, integrationName, alert: about, escalationName }, { option }) => {
      const host = option('eu_region') === 'true' ? 'app.eu.opsgenie.com' : 'app.opsgenie.com'
      const lines: [string, string | null | undefined][] = [
        ['Note', about.note],
        ['Recipient', about.recipient],
        ['Tags added', about.addedTags],
        ['Team added', about.team],
        ['Assigned owner', about.owner],
        ['Escalation', escalationName],
        ['Tags removed', about.removedTags],
        ['Message', about.message],
        ['Tags', quotedTags(about.tags ?? [])],
      ]
      const details = lines.filter(([, value]) => value).map(([name, value]) => `* **${name}**: ${value}`)
      return {
        topic: integrationName,
        content: [
          `[Opsgenie alert for ${integrationName}](https://${host}/alert/V2#/show/${about.alertId}):`,
          `* **Type**: ${action}`,
          ...details,
        ].join('\n'),
      }
    }),
  },
})
