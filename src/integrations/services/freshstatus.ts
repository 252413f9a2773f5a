import { maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { configured } from '../wording/words'

const SERVICES_SHOWN = 5

const incident = one({
  title: text,
  description: maybe(text),
  start_time: maybe(text),
  scheduled_start_time: maybe(text),
  scheduled_end_time: maybe(text),
  affected_services: maybe(text),
})
const note = one({
  title: maybe(text),
  incident_title: maybe(text),
  incident_status: maybe(text),
  message: maybe(text),
  id: maybe(text),
})

const minutesOf = (time: string | null | undefined) => `${(time ?? '').slice(0, 16)} UTC`

function servicesOf(affected: string | null | undefined): string {
  const services = (affected ?? '').split(',').filter((service) => service !== '')
  const lines = services.slice(0, SERVICES_SHOWN).map((service) => `* ${service}`)
  const more = services.length - SERVICES_SHOWN
  return [...lines, ...(more > 0 ? [`[and ${more} more service(s)]`] : [])].join('\n')
}

const described = (text: string | null | undefined) => (text ? [`**Description:** ${text}`] : [])

const opened = (verb: string): AnyEvent =>
  on(incident, (body) => ({
    topic: body.title,
    content: [
      `The following incident has been ${verb}: **${body.title}**`,
      ...described(body.description),
      `**Start Time:** ${minutesOf(body.start_time)}`,
      `**Affected Services:**\n${servicesOf(body.affected_services)}`,
    ].join('\n'),
  }))

const noted = (what: string): AnyEvent =>
  on(note, (body) => {
    const title = body.title ?? body.incident_title ?? ''
    const isClosed = body.incident_status === 'Closed'
    const change = isClosed ? `${what} has been closed` : `note has been added to the ${what}`
    return {
      topic: title,
      content: `The following ${change}: **${title}**${body.message ? `\n**Note:** ${body.message}` : ''}`,
    }
  })

export const freshstatus = integration({
  title: 'Freshstatus',
  category: 'monitoring',
  setup: 'Settings → Integrations → Webhooks → New webhook, with POST and JSON.',
  reads: json,
  event: (body) => {
    const event = textAt(body, 'event_data', 'event_type') ?? ''
    return event === 'INCIDENT_OPEN' && textAt(body, 'id') === '1' ? 'test' : event
  },
  events: {
    INCIDENT_OPEN: opened('opened'),
    INCIDENT_NOTE_CREATE: noted('incident'),
    MAINTENANCE_NOTE_CREATE: noted('scheduled maintenance'),
    MAINTENANCE_PLANNED: on(incident, (body) => ({
      topic: body.title,
      content: [
        `The following scheduled maintenance has been opened: **${body.title}**`,
        ...described(body.description),
        `**Scheduled Start Time:** ${minutesOf(body.scheduled_start_time)}`,
        `**Scheduled End Time:** ${minutesOf(body.scheduled_end_time)}`,
        `**Affected Services:**\n${servicesOf(body.affected_services)}`,
      ].join('\n'),
    })),
    test: on(one({}), (_, { title }) => ({ topic: title, content: configured(title) })),
    '*': on(
      one({ title: maybe(text), incident_title: maybe(text), event_data: one({ event_type: text }) }),
      (body) => ({
        topic: body.title ?? body.incident_title ?? 'Freshstatus',
        content: `The event (${body.event_data.event_type}) is not supported yet.`,
      }),
    ),
  },
})
