import { at, many, maybe, number, one, scalar, text, textAt, texts } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { jsonWithDecimals } from '../read-body'
import { hmac } from '../signatures'

const labels = maybe(texts)
const alert = one({ labels, annotations: labels, startsAt: text, endsAt: maybe(text) })
const alerting = one({ message: maybe(text), alerts: many(alert), truncatedAlerts: maybe(number) })
const NEVER = '0001-01-01T00:00:00Z'

const listOf = (title: string, entries: Record<string, string> | null | undefined) =>
  Object.keys(entries ?? {}).length === 0
    ? []
    : [
        `${title}:\n${Object.entries(entries ?? {})
          .map(([name, value]) => `- ${name}: ${value}`)
          .join('\n')}`,
      ]

const stated = (mark: string, state: string): AnyEvent =>
  on(alerting, ({ message, alerts, truncatedAlerts }) => {
    const texts = alerts.map(({ labels: found, annotations, startsAt, endsAt }, position) => {
      const name = found?.alertname ?? ''
      const ended = endsAt && endsAt !== NEVER ? [`This alert was resolved at <time:${endsAt}>.\n`] : []
      return [
        '----',
        `**${alerts.length > 1 ? `Alert ${position + 1}: ` : 'Alert: '}${name}.**\n`,
        `This alert was fired at <time:${startsAt}>.\n`,
        ...ended,
        ...listOf('Labels', found).map((part) => `${part}\n`),
        ...listOf('Annotations', annotations).map((part) => `${part}\n`),
      ].join('\n')
    })
    const more = truncatedAlerts ? `${truncatedAlerts} alert(s) truncated.\n` : ''
    return {
      topic: `[${state}:${alerts.length}]`,
      content: `${mark} **${state}**\n\n${message ? `${message}\n\n` : ''}${texts.join('\n')}${more}`,
    }
  })

const legacy = one({
  title: text,
  ruleName: text,
  ruleUrl: text,
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
      `${(evalMatches ?? []).map(({ metric, value }) => `**${metric}:** ${value}\n`).join('')}` +
      `${imageUrl ? `\n[Click to view visualization](${imageUrl})` : ''}`,
  }))

export const grafana = integration({
  title: 'Grafana',
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
  signature: hmac({ header: 'x-grafana-alerting-signature' }),
})
