import { many, maybe, one, scalar, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const detail = many(maybe(scalar))
const body = one({
  AlertType: text,
  Intro: text,
  IncidentHash: text,
  Description: text,
  Timestamp: text,
  CanaryName: maybe(text),
  CanaryIP: maybe(text),
  CanaryLocation: maybe(text),
  Reminder: maybe(text),
  Token: maybe(text),
  Triggered: maybe(scalar),
  SourceIP: maybe(text),
  ReverseDNS: maybe(text),
  AdditionalDetails: maybe(many(detail)),
})

/** The service sends passwords as stars, which would be read as Markdown. */
const isHidden = (value: string | null | undefined): boolean => value?.includes('*') ?? false

export const thinkst = integration({
  title: 'Thinkst',
  display_name: 'Thinkst Canary',
  category: 'monitoring',
  setup: 'Console → Settings → Webhooks → Add generic webhook.',
  reads: json,
  events: {
    message: on(body, (alert) => {
      const isToken = alert.AlertType === 'CanarytokenIncident'
      const name = (isToken ? alert.Reminder : alert.CanaryName) ?? ''
      const code = (value: string | null | undefined) => (value ? `\`${value}\`` : undefined)
      const lines: [string, string | null | undefined][] = [
        ['Incident ID', code(alert.IncidentHash)],
        ['Token', code(alert.Token)],
        ['Kind', alert.Description],
        ['Timestamp', alert.Timestamp],
        ['Canary IP', code(alert.CanaryIP)],
        ['Canary location', alert.CanaryLocation],
        ['Triggered', alert.Triggered && `${alert.Triggered} ${Number(alert.Triggered) > 1 ? 'times' : 'time'}`],
        ['Source IP', code(alert.SourceIP)],
        ['Reverse DNS', code(alert.ReverseDNS)],
        ...(alert.AdditionalDetails ?? []).map(([label, value]): [string, string] => [
          label ?? '',
          isHidden(value) ? `\`${value}\`` : (value ?? ''),
        ]),
      ]
      const details = lines.filter(([, value]) => value).map(([label, value]) => `**${label}:** ${value}`)
      const title = `**:alert: ${isToken ? 'Canarytoken' : 'Canary'} *${name}* has been triggered!**`
      return {
        topic: isToken ? `canarytoken alert - ${name}` : `canary alert - ${name}`,
        content: `${title}\n\n${alert.Intro}\n\n${details.join('\n')}`,
      }
    }),
  },
})
