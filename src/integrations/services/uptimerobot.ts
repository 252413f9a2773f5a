import { maybe, maybeAddress, one, text, textAt } from '../fields'
import { invalidBody } from '../errors'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { configured } from '../wording/words'

const EVENTS: Readonly<Record<string, string>> = { '1': 'down', '2': 'up', '99': 'test' }
const because = (details: string | null | undefined) => (details ? ` (${details})` : '')
const body = one({
  monitor_friendly_name: text,
  monitor_url: maybeAddress,
  alert_details: maybe(text),
  alert_friendly_duration: maybe(text),
})

export const uptimerobot = integration({
  title: 'UptimeRobot',
  category: 'monitoring',
  setup: 'Integrations & API → Webhook. Send as JSON, with the default values.',
  reads: json,
  event: (value) => {
    const type = textAt(value, 'alert_type')
    if (type === undefined) throw invalidBody({})
    return EVENTS[type] ?? type
  },
  events: {
    up: on(body, ({ monitor_friendly_name: name, monitor_url, alert_details, alert_friendly_duration }) => ({
      topic: name,
      content: `${name}${monitor_url ? ` (${monitor_url})` : ''} is back UP${because(alert_details)}.${alert_friendly_duration ? `\nIt was down for ${alert_friendly_duration}.` : ''}`,
    })),
    down: on(body, ({ monitor_friendly_name: name, monitor_url, alert_details }) => ({
      topic: name,
      content: `${name}${monitor_url ? ` (${monitor_url})` : ''} is DOWN${because(alert_details)}.`,
    })),
    test: on(one({}), (_, { title }) => ({ topic: title, content: configured(title) })),
  },
})
