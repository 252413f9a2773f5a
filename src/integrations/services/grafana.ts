import { address, at, many, maybe, number, one, scalar, text, textAt, texts } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { jsonWithDecimals } from '../read-body'
import { hmac } from '../signatures'

const labels = maybe(texts)
const alert = one({ labels, annotations: labels, startsAt: text, endsAt: maybe(text) })
const alerting = one({ message: maybe(text), alerts: many(alert), truncatedAlerts: maybe(number) })
/** The service signs a time only if it has a header for it. Its name is a setting. */
const TIMESTAMP = 'x-grafana-alerting-timestamp'
const NEVER = '0001-01-01T00:00:00Z'

const listOf = (title: string, entries: Record<string, string> | null | undefined): string => {
  const lines = Object.entries(entries ?? {}).map(([name, value]) => `- ${name}: ${value}\n`)
  return lines.length === 0 ? '' : `${title}:\n${lines.join('')}\n`
}

const stated = (mark: string, state: string): AnyEvent =>
  on(alerting, ({ message, alerts, truncatedAlerts }) => {
    const texts = alerts.map(({ labels: found, annotations, startsAt, endsAt }, position) => {
      const name = found?.alertname ? `: ${found.alertname}.` : ''
      const ended = endsAt && endsAt !== NEVER ? `\nThis alert was resolved at <time:${endsAt}>.\n\n` : ''
      return (
        `\n---\n**Alert ${position + 1}**${name}\n\nThis alert was fired at <time:${startsAt}>.\n${ended}` +
        listOf('Labels', found) +
        listOf('Annotations', annotations)
      )
    })
    const more = truncatedAlerts ? `${truncatedAlerts} alert(s) truncated.\n` : ''
    return {
      topic: `[${state}:${alerts.length}]`,
      content: `${mark} **${state}**\n\n${message ? `${message}\n` : ''}${texts.join('')}${more}`,
    }
  })

const legacy = one({
  title: text,
  ruleName: text,
  ruleUrl: address,
  message: maybe(text),
  imageUrl: maybe(text),
  evalMatches: maybe(many(one({ metric: text, value: maybe(scalar) }))),
})
const changed = (mark: string, state: string): AnyEvent =>
  on(legacy, ({ title, ruleName, ruleUrl, message, imageUrl, evalMatches }) => ({
    topic: title,
    content:
      `${mark} **${state}**\n\n[${ruleName}](${ruleUrl})\n\n` +
      `${message ? `${message}\n\n` : ''}` +
      `${(evalMatches ?? []).map(({ metric, value }) => `**${metric}:** ${value ?? 'None'}\n`).join('')}` +
      `${imageUrl ? `\n[Click to view visualization](${imageUrl})` : ''}`,
  }))

export const grafana = integration({
  title: 'Grafana',
  category: 'monitoring',
  setup: 'Alerting → Contact points → Add → Webhook. Use the contact point in a notification policy.',
  reads: jsonWithDecimals,
  event: (body) =>
    at(body, 'alerts') === undefined ? (textAt(body, 'state') ?? '') : (textAt(body, 'status') ?? 'firing'),
  events: {
    firing: stated(':alert:', 'FIRING'),
    resolved: stated(':checkbox:', 'RESOLVED'),
    ok: changed(':squared_ok:', 'OK'),
    pending: changed(':info:', 'PENDING'),
    alerting: changed(':alert:', 'ALERTING'),
    paused: changed(':info:', 'PAUSED'),
    no_data: changed(':info:', 'NO_DATA'),
    unknown: changed(':info:', 'UNKNOWN'),
  },
  signature: hmac({
    header: 'x-grafana-alerting-signature',
    signed: ({ header, bytes }) => [header(TIMESTAMP) === undefined ? '' : `${header(TIMESTAMP)}:`, bytes],
    signedAt: ({ header, now }) => header(TIMESTAMP) ?? String(now),
  }),
})
