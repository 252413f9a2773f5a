import { address, addressAt, anything, at, dictionary, maybe, one, text, textAt } from '../fields'
import { unsupportedEvent } from '../errors'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { plainTime } from '../wording/times'
import { quotedWithTicks } from '../wording/words'
import { traceback } from './sentry-traceback'

const thing = dictionary(anything)
type Thing = Record<string, unknown>

/** Returns the first 19 characters of a time, as people read it. */
const timeOf = (value: unknown): string =>
  typeof value === 'number' ? plainTime(value) : typeof value === 'string' ? value.slice(0, 19).replace('T', ' ') : ''

const quotedFacts = (facts: readonly [string, string | undefined][]) =>
  `\`\`\`quote\n${facts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `**${name}:** ${value}`)
    .join('\n')}\n\`\`\``

const UNTITLED = 'Event without a title'

function titleOf(event: Thing): string {
  const title = textAt(event, 'title')
  if (title) return title
  const type = textAt(event, 'metadata', 'type')
  if (type !== undefined) return `${type}: ${textAt(event, 'metadata', 'value') ?? ''}`
  return textAt(event, 'message') || textAt(event, 'logentry', 'formatted') || textAt(event, 'culprit') || UNTITLED
}

// Zulip supports no events of the Raven clients for Python, but the example event has their version.
const MAX_RAVEN_VERSION = 6
const EXAMPLE = 'This is an example Python exception'

/** Returns the text of an event: an exception with its traceback, or a message. */
function eventText(event: Thing, url: string, name: string): { topic: string; content: string } {
  const title = titleOf(event)
  const version = Number(textAt(event, 'version') || MAX_RAVEN_VERSION + 1)
  if (event.platform === 'python' && version <= MAX_RAVEN_VERSION && title !== EXAMPLE)
    throw unsupportedEvent({ webhook_name: name, event_type: 'Raven SDK' })
  const when = timeOf(event.datetime ?? event.timestamp ?? event.received)
  const isException = event.exception !== undefined
  const kind = isException ? 'New exception' : 'New message event'
  const file = isException ? (textAt(event, 'metadata', 'filename') ?? 'None') : undefined
  const facts = quotedFacts([
    ['level', textAt(event, 'level') ?? 'error'],
    ['timestamp', when],
    ['filename', file],
  ])
  const trace = isException ? traceback(event) : undefined
  return {
    topic: title,
    content: `**${kind}:** [${title}](${url})\n${facts}${trace === undefined ? '' : `\n\n${trace}`}`,
  }
}

const occurred = on(one({ data: one({ event: thing }) }), ({ data: { event } }, { title }) =>
  eventText(event, addressAt(event, 'web_url'), title),
)

// The older plug-in has the event beside other fields, and the address of the issue.
const pluginEvent = on(one({ event: thing, url: address }), ({ event, url }, { title }) => {
  const issue = url.split('?', 1)[0]!
  const address = `${issue.endsWith('/') ? issue : `${issue}/`}events/${textAt(event, 'event_id') ?? ''}/`
  return eventText(event, address, title)
})

const assigneeOf = (issue: Thing): string => {
  const assigned = issue.assignedTo
  const name = textAt(assigned, 'name')
  if (name === undefined) return 'No one'
  return textAt(assigned, 'type') === 'team' ? `team ${name}` : name
}

const issueBody = one({ action: text, data: one({ issue: thing }), actor: maybe(one({ name: maybe(text) })) })
const STATES: Readonly<Record<string, string>> = {
  resolved: 'was marked as resolved',
  ignored: 'was ignored',
  archived: 'was archived',
  unresolved: 'was marked as unresolved',
}

const issueChanged: AnyEvent = on(issueBody, ({ action, data: { issue }, actor }, { title: name }) => {
  const title = titleOf(issue)
  const by = actor?.name ? ` by **${actor.name}**` : ''
  if (action === 'created') {
    const facts = quotedFacts([
      ['level', textAt(issue, 'level')],
      ['timestamp', timeOf(issue.lastSeen ?? issue.firstSeen)],
      ['assignee', assigneeOf(issue)],
    ])
    return { topic: title, content: `**New issue created:** ${title}\n${facts}` }
  }
  if (action === 'assigned')
    return { topic: title, content: `Issue **${title}** has now been assigned to **${assigneeOf(issue)}**${by}.` }
  const state = STATES[action]
  if (state === undefined) throw unsupportedEvent({ webhook_name: name, event_type: action })
  return { topic: title, content: `Issue **${title}** ${state}${by}.` }
})

const deprecated = on(
  one({ project_name: text, level: text, url: address, message: maybe(text), culprit: maybe(text) }),
  ({ project_name, level, url, message, culprit }) => ({
    topic: project_name,
    // An exception has its place, and no message.
    content: `New [issue](${url}) (level: ${level.toUpperCase()}):\n\n${quotedWithTicks(message || culprit || UNTITLED)}`,
  }),
)

function eventOf(body: unknown): string {
  if (at(body, 'data', 'event') !== undefined) return 'event'
  if (at(body, 'data', 'issue') !== undefined) return 'issue'
  if (at(body, 'data') !== undefined) return textAt(body, 'action') ?? 'unknown'
  // The oldest clients send an event too, but neither its id nor its title.
  return textAt(body, 'event', 'event_id') === undefined && at(body, 'project_name') !== undefined
    ? 'deprecated'
    : 'plugin'
}

export const sentry = integration({
  title: 'Sentry',
  category: 'monitoring',
  setup:
    'Settings → Developer settings → New internal integration: webhook URL, alert rule action, issue events. Use it in alert rules.',
  reads: json,
  event: eventOf,
  events: { event: occurred, issue: issueChanged, plugin: pluginEvent, deprecated },
  signature: hmac({ header: 'sentry-hook-signature' }),
  deliveryId: 'request-id',
})
