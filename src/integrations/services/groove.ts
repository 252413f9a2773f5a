import { address, maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { quotedWithTicks } from '../wording/words'

const topic = 'notifications'
const href = maybe(one({ href: address }))
const message = one({ plain_text_body: text, app_ticket_url: address, links: one({ author: href, ticket: href }) })

type Links = { author?: { href: string } | null; ticket?: { href: string } | null }
const lastOf = (link: { href: string } | null | undefined) => link?.href.split('/').at(-1) ?? ''

const wrote = (verb: string) =>
  on(
    message,
    ({
      plain_text_body,
      app_ticket_url,
      links,
    }: {
      plain_text_body: string
      app_ticket_url: string
      links: Links
    }) => ({
      topic,
      content:
        `${lastOf(links.author)} ${verb} [ticket #${lastOf(links.ticket)}](${app_ticket_url}):\n\n` +
        quotedWithTicks(plain_text_body),
    }),
  )

const ticket = one({
  number,
  title: text,
  app_url: address,
  state: text,
  customer_name: maybe(text),
  summary: maybe(text),
  assignee: maybe(text),
  assigned_group: maybe(text),
  links: one({ assignee: href }),
})

export const groove = integration({
  title: 'Groove',
  category: 'customer-support',
  setup: 'Settings → Apps → Webhooks → Add.',
  reads: json,
  eventHeader: 'x-groove-event',
  event: (_, { header }) => header('x-groove-event'),
  events: {
    ticket_started: on(ticket, (body) => ({
      topic,
      content:
        `${body.customer_name ?? 'A customer'} submitted new ticket [#${body.number}: ${body.title}](${body.app_url}):\n\n` +
        quotedWithTicks(body.summary ?? ''),
    })),
    ticket_assigned: on(ticket, (body) => {
      const state = body.state === 'opened' ? 'open' : body.state
      const assignee = body.assignee || lastOf(body.links.assignee)
      const receiver = [assignee, body.assigned_group].filter(Boolean).join(' from ')
      if (receiver === '') return undefined
      return { topic, content: `[#${body.number}: ${body.title}](${body.app_url}) (${state}) assigned to ${receiver}.` }
    }),
    agent_replied: wrote('replied to'),
    customer_replied: wrote('replied to'),
    note_added: wrote('left a note on'),
  },
})
