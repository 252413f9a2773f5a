import { addressAt, anything, at, dictionary, many, maybe, one, textAt } from '../fields'
import { integration, on, type AnyEvent, type Text } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { listed, quotedWithTicks } from '../wording/words'

/** Three generations of bodies: several messages, several messages with other fields, and one event. */

const VERBS: Readonly<Record<string, string>> = {
  trigger: 'triggered',
  acknowledge: 'acknowledged',
  unacknowledge: 'unacknowledged',
  resolve: 'resolved',
  assign: 'assigned',
  escalate: 'escalated',
  delegate: 'delegated',
}
const NAMES = [
  'triggered',
  'acknowledged',
  'unacknowledged',
  'resolved',
  'assigned',
  'escalated',
  'delegated',
  'reassigned',
]

/** Returns the name of an event: `incident.trigger` and `incident.triggered` are the same. */
const nameOf = (type: string) => {
  const verb = type.split('.').at(-1) ?? ''
  return VERBS[verb] ?? verb
}

type Incident = {
  name: string
  url: string
  service: string
  assignees: string
  by?: string
  trigger?: string
  verb: string
}

function sentenceOf({ name, url, service, assignees, by, verb }: Incident): string {
  const incident = `Incident [${name}](${url})`
  if (verb === 'triggered') return `${incident} triggered by ${service} (assigned to ${assignees}).`
  if (verb === 'unacknowledged') return `${incident} unacknowledged by ${service} (assigned to ${assignees}).`
  if (verb === 'assigned' || verb === 'reassigned') return `${incident} ${verb} to ${assignees}.`
  return by ? `${incident} ${verb} by ${by}.` : `${incident} ${verb}.`
}

const textOf = (topic: string, event: string, incident: Incident): Text => ({
  topic,
  event,
  content:
    incident.trigger === undefined
      ? sentenceOf(incident)
      : `${sentenceOf(incident)}\n\n${quotedWithTicks(incident.trigger)}`,
})

const numberOf = (incident: unknown) => textAt(incident, 'incident_number') ?? 'without number'

const linkTo = (thing: unknown, name = textAt(thing, 'summary') ?? textAt(thing, 'name') ?? 'unknown') =>
  `[${name}](${addressAt(thing, 'html_url')})`
const NO_ASSIGNEE = 'nobody'

// The first generation names people by the start of their address.
const userLink = (user: unknown) =>
  linkTo(user, textAt(user, 'email')?.split('@')[0] ?? textAt(user, 'name') ?? 'unknown')

function firstGeneration(message: unknown): Text {
  const incident = at(message, 'data', 'incident')
  const type = nameOf(textAt(message, 'type') ?? '')
  // An acknowledgement without details comes as an assignment.
  const verb = type === 'assigned' && at(incident, 'status') === 'acknowledged' ? 'acknowledged' : type
  const assignee = at(incident, 'assigned_to_user')
  const by = verb === 'resolved' ? at(incident, 'resolved_by_user') : assignee
  const summary = at(incident, 'trigger_summary_data')
  const trigger = [textAt(summary, 'subject'), textAt(summary, 'description')].filter(Boolean)
  return textOf(`Incident ${numberOf(incident)}`, verb, {
    verb,
    name: numberOf(incident),
    url: addressAt(incident, 'html_url'),
    service: linkTo(at(incident, 'service')),
    assignees: assignee ? userLink(assignee) : NO_ASSIGNEE,
    by: by ? userLink(by) : undefined,
    trigger: trigger.join('\n'),
  })
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function secondGeneration(message: unknown): Text {
  const incident = at(message, 'incident')
  const verb = nameOf(textAt(message, 'event') ?? '')
  const [assignment] = list(at(incident, 'assignments'))
  const assignee = assignment && at(assignment, 'assignee')
  const by = verb === 'resolved' ? at(incident, 'last_status_change_by') : assignee
  return textOf(`Incident ${numberOf(incident)}`, verb, {
    verb,
    name: numberOf(incident),
    url: addressAt(incident, 'html_url'),
    service: linkTo(at(incident, 'service')),
    assignees: assignee ? linkTo(assignee) : NO_ASSIGNEE,
    by: by ? linkTo(by) : undefined,
    trigger: textAt(incident, 'description') ?? textAt(incident, 'title') ?? '',
  })
}

const several: AnyEvent = on(one({ messages: many(dictionary(anything)) }), ({ messages }) =>
  messages.map((message) =>
    at(message, 'event') === undefined ? firstGeneration(message) : secondGeneration(message),
  ),
)

const single = (verb: string): AnyEvent =>
  on(
    one({ event: one({ data: dictionary(anything), agent: maybe(anything) }) }),
    ({ event: { data: incident, agent } }) => {
      const [title, number] = [textAt(incident, 'title'), textAt(incident, 'number')]
      const name = `${title ?? 'without title'}${number ? ` (#${number})` : ''}`
      const assignees = list(at(incident, 'assignees')).map((assignee) => linkTo(assignee))
      return textOf(`Incident ${name}`, verb, {
        verb,
        name,
        url: addressAt(incident, 'html_url'),
        service: linkTo(at(incident, 'service')),
        assignees: assignees.length === 0 ? NO_ASSIGNEE : listed(assignees),
        by: agent ? linkTo(agent) : undefined,
      })
    },
  )

export const pagerduty = integration({
  title: 'PagerDuty',
  category: 'monitoring',
  setup: 'Integrations → Generic webhooks (v3) → New webhook. Choose the events.',
  reads: json,
  eventNames: NAMES,
  event: (body) => {
    if (at(body, 'messages') !== undefined) {
      const first = list(at(body, 'messages'))[0]
      const name = nameOf(textAt(first, 'event') ?? textAt(first, 'type') ?? '')
      return NAMES.includes(name) ? 'messages' : name
    }
    const type = textAt(body, 'event', 'event_type') ?? ''
    return type === 'pagey.ping' ? undefined : nameOf(type)
  },
  events: {
    messages: several,
    ...Object.fromEntries(NAMES.map((name) => [name, single(name)])),
  },
  signature: hmac({ header: 'x-pagerduty-signature', prefix: 'v1=' }),
  deliveryId: 'x-webhook-id',
})
