import { at, maybe, one, text } from '../fields'
import { integration, on, type Delivery, type RawBody } from '../integration'
import { form, json } from '../read-body'

/** A trigger of the service writes the message. The title and the id of the ticket are in the address or beside the message. */
function read(body: RawBody, { option }: Delivery): unknown {
  const fields = body.text.trimStart().startsWith('{') ? json(body) : form(body)
  const ofTicket = (name: string) => at(fields, name) ?? option(name)
  return {
    message: at(fields, 'message'),
    ticket_id: ofTicket('ticket_id'),
    ticket_title: ofTicket('ticket_title'),
  }
}

const TEMPLATE = `{
  "ticket_id": "{{ticket.id}}",
  "ticket_title": "{{ticket.title}}",
  "message": "Ticket #{{ticket.id}}, {{ticket.title}}, was updated by {{current_user.name}}: {{ticket.link}}"
}`

export const zendesk = integration({
  title: 'Zendesk',
  category: 'customer-support',
  setup:
    'Admin center → Webhooks → Create, with POST and basic authentication: the address and the key of the bot. Use it in a trigger with this JSON.',
  template: TEMPLATE,
  reads: read,
  options: ['ticket_id', 'ticket_title'],
  events: {
    message: on(
      one({ message: text, ticket_id: maybe(text), ticket_title: maybe(text) }),
      ({ message, ticket_id, ticket_title }) => ({
        topic: [ticket_id ? `#${ticket_id}` : '', ticket_title].filter(Boolean).join(': ') || 'Zendesk',
        content: message,
      }),
    ),
  },
})
