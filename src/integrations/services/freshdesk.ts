import { address, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { withoutTags } from '../wording/html-text'
import { quotedWithTicks } from '../wording/words'

/** The names of the numbers that the service has for states and priorities. It has no names for those that people add. */
const STATES: Readonly<Record<string, string>> = { '2': 'Open', '3': 'Pending', '4': 'Resolved', '5': 'Closed' }
const PRIORITIES: Readonly<Record<string, string>> = { '1': 'Low', '2': 'Medium', '3': 'High', '4': 'Urgent' }

const ticket = one({
  ticket_id: text,
  ticket_url: address,
  ticket_subject: maybe(text),
  ticket_description: maybe(text),
  ticket_type: maybe(text),
  ticket_status: maybe(text),
  ticket_priority: maybe(text),
  requester_name: maybe(text),
  requester_email: maybe(text),
  triggered_event: text,
})
type Ticket = {
  ticket_id: string
  ticket_url: string
  requester_name?: string | null
  requester_email?: string | null
}

const personOf = ({ requester_name: name, requester_email: email }: Ticket) =>
  [name, email ? `<${email}>` : ''].filter(Boolean).join(' ') || 'Someone'
const linkTo = ({ ticket_id, ticket_url }: Ticket) => `[ticket #${ticket_id}](${ticket_url})`

/** Returns the parts of an event, which the service writes without quotation marks: `{priority:{from:4,to:1}}`. */
function partsOf(event: string): { name: string; from?: string; to?: string } {
  const change = /^\{(\w{1,40}):\{from:([^,{}]{0,100}),to:([^,{}]{0,100})\}\}$/.exec(event)
  if (change) return { name: change[1]!, from: change[2], to: change[3] }
  const [, name = event, to] = /^\{(\w{1,40}):([^{}]{0,100})\}$/.exec(event) ?? []
  return { name, to }
}

const about = (write: (body: Parameters<typeof linkTo>[0] & Record<string, unknown>) => string): AnyEvent =>
  on(one({ freshdesk_webhook: ticket }), ({ freshdesk_webhook: body }) => ({
    topic: `#${body.ticket_id}${body.ticket_subject ? `: ${body.ticket_subject}` : ''}`,
    content: write(body),
  }))

const nameIn = (names: Readonly<Record<string, string>>, value: string | undefined) =>
  names[value ?? ''] ?? value ?? 'unknown'

const changed = (title: string, names: Readonly<Record<string, string>>) =>
  about((body) => {
    const { from, to } = partsOf(textAt(body, 'triggered_event') ?? '')
    return `${personOf(body)} updated ${linkTo(body)}:\n\n* **${title}**: ${nameIn(names, from)} -> ${nameIn(names, to)}`
  })

const created = about((body) => {
  const facts: [string, string | undefined][] = [
    ['Type', textAt(body, 'ticket_type')],
    ['Priority', textAt(body, 'ticket_priority')],
    ['Status', textAt(body, 'ticket_status')],
  ]
  const description = withoutTags(textAt(body, 'ticket_description') ?? '').trim()
  return [
    `${personOf(body)} created ${linkTo(body)}${description ? `:\n\n${quotedWithTicks(description)}` : '.'}`,
    facts.flatMap(([name, value]) => (value ? [`* **${name}**: ${value}`] : [])).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
})

const noted = about((body) => {
  const { to } = partsOf(textAt(body, 'triggered_event') ?? '')
  return `${personOf(body)} added a ${to ? `${to} ` : ''}note to ${linkTo(body)}.`
})

/** What the service sends, with its own placeholders. */
const TEMPLATE = `{
  "freshdesk_webhook": {
    "triggered_event": "{{triggered_event}}",
    "ticket_id": "{{ticket.id}}",
    "ticket_url": "{{ticket.url}}",
    "ticket_type": "{{ticket.ticket_type}}",
    "ticket_subject": "{{ticket.subject}}",
    "ticket_description": "{{ticket.description}}",
    "ticket_status": "{{ticket.status}}",
    "ticket_priority": "{{ticket.priority}}",
    "requester_name": "{{ticket.requester.name}}",
    "requester_email": "{{ticket.requester.email}}"
  }
}`

export const freshdesk = integration({
  title: 'Freshdesk',
  category: 'customer-support',
  setup:
    'Admin → Automations → a rule with the action “Trigger webhook”: POST, JSON, advanced, basic authentication with the address and the key of the bot.',
  template: TEMPLATE,
  reads: json,
  event: (body) => partsOf(textAt(body, 'freshdesk_webhook', 'triggered_event') ?? '').name,
  events: {
    ticket_action: created,
    status: changed('Status', STATES),
    priority: changed('Priority', PRIORITIES),
    note_type: noted,
    '*': on(one({ freshdesk_webhook: ticket }), ({ freshdesk_webhook: body }) => ({
      topic: `#${body.ticket_id}${body.ticket_subject ? `: ${body.ticket_subject}` : ''}`,
      content: `${personOf(body)} updated ${linkTo(body)}.`,
    })),
  },
})
