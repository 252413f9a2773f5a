import { many, maybe, maybeAddress, number, one, scalar, text, textAt } from '../fields'
import { invalidBody } from '../errors'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { globalTime } from '../wording/times'
import { quotedWithTicks } from '../wording/words'

/** Fields of both versions of the service: in the older one, an incident has a number, and the state another name. */
const body = one({
  id: maybe(scalar),
  incident_id: maybe(scalar),
  createdAt: maybe(number),
  timestamp: maybe(number),
  alertPolicyNames: maybe(many(text)),
  policy_name: maybe(text),
  condition_name: maybe(text),
  details: maybe(text),
  owner: maybe(text),
  issueUrl: maybeAddress,
  incident_url: maybeAddress,
})
// Later times have more digits than the field of a date.
const LAST_MILLISECOND = 253_402_300_799_999

const isTime = (time: number | null | undefined) => typeof time === 'number' && time >= 0 && time <= LAST_MILLISECOND

const changed = (state: string, isOpen = false): AnyEvent =>
  on(body, (incident) => {
    const time = incident.createdAt ?? incident.timestamp
    if (isOpen && !isTime(time)) throw invalidBody({})
    const id = incident.id ?? incident.incident_id ?? 'Unknown ID'
    const policy = incident.alertPolicyNames?.join(',') ?? incident.policy_name ?? 'Unknown Policy'
    const link = `[Incident](${incident.issueUrl ?? incident.incident_url ?? 'https://alerts.newrelic.com'})`
    const condition = `for condition: **${incident.condition_name ?? 'Unknown condition'}**`
    const by = state === 'acknowledged' && incident.owner ? ` by **${incident.owner}**` : ''
    const start = `${link} **${state}**${by} ${condition}`
    return {
      topic: `${policy} (${id})`,
      content: isOpen
        ? `${start} at ${globalTime(time ?? 0)}\n${quotedWithTicks(incident.details ?? 'No details.')}`
        : start,
    }
  })

export const newrelic = integration({
  title: 'NewRelic',
  display_name: 'New Relic',
  category: 'monitoring',
  setup: 'Alerts → Destinations → Webhook; then a workflow with it as its channel. Keep the default template.',
  reads: json,
  event: (value) => (textAt(value, 'state') ?? textAt(value, 'current_state') ?? '').toLowerCase(),
  events: {
    open: changed('opened', true),
    activated: changed('active', true),
    created: changed('created'),
    acknowledged: changed('acknowledged'),
    closed: changed('closed'),
  },
})
