import { address, anything, at, maybe, number, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { longDate } from '../wording/times'
import { shownValue } from '../wording/values'
import { quotedWithTicks } from '../wording/words'

const application = one({ name: text, url: address })
const occurrence = one({
  url: address,
  firstOccurredOn: text,
  lastOccurredOn: text,
  usersAffected: number,
  totalOccurrences: number,
  message: maybe(text),
  instance: maybe(anything),
})

const detailsOf = ({ name, url }: { name: string; url: string }) => `* **Application details**: [${name}](${url})`

/** The identifier of a user is long, and its middle says nothing. */
const shortUser = (id: string) => `${id.slice(0, 6)}...${id.slice(-5)}`

function instanceLines(instance: unknown): string[] {
  const tags = at(instance, 'tags')
  const user = textAt(instance, 'affectedUser', 'UUID') ?? textAt(instance, 'affectedUser', 'Identifier')
  const custom = at(instance, 'customData')
  return [
    ...(Array.isArray(tags) ? [`* **Tags**: ${tags.map(shownValue).join(', ')}`] : []),
    ...(user === undefined ? [] : [`* **Affected user**: ${shortUser(user)}`]),
    ...Object.entries(typeof custom === 'object' && custom !== null ? custom : {})
      .sort(byName)
      .map(([name, value]) => `* **${name}**: ${shownValue(value)}`),
  ]
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1)

const TITLES: Readonly<Record<string, (url: string) => string>> = {
  NewErrorOccurred: (url) => `New [Error](${url}) occurred:`,
  ErrorReoccurred: (url) => `[Error](${url}) reoccurred:`,
}

const notified: AnyEvent = on(one({ eventType: text, error: occurrence, application }), (body) => {
  const { url, firstOccurredOn, lastOccurredOn, usersAffected, totalOccurrences, instance } = body.error
  const kind = body.eventType.replace(/FollowUp$/, '').replace(/Minute$/, ' minute')
  const title = TITLES[body.eventType]?.(url) ?? `${kind} [follow-up error](${url}):`
  return {
    topic: 'test',
    content: [
      title,
      ...(body.error.message ? [`* **Message**: ${body.error.message}`] : []),
      `* **First occurred**: ${longDate(firstOccurredOn)}`,
      `* **Last occurred**: ${longDate(lastOccurredOn)}`,
      `* ${usersAffected} users affected with ${totalOccurrences} total occurrences`,
      ...instanceLines(instance),
      detailsOf(body.application),
    ].join('\n'),
  }
})

const activity = one({
  url: address,
  user: text,
  activityDate: text,
  status: maybe(text),
  comment: maybe(text),
  assignedTo: maybe(text),
})
const acted: AnyEvent = on(one({ eventType: text, error: activity, application }), ({ eventType, error, ...body }) => {
  const link = `[Error](${error.url})`
  const starts: Record<string, string> = {
    StatusChanged: `${link} status changed${error.status ? ` to **${error.status}**` : ''} by ${error.user}:`,
    AssignedToUser: `${error.user} assigned ${link}${error.assignedTo ? ` to ${error.assignedTo}` : ''}:`,
    CommentAdded: `${error.user} commented on ${link}:\n\n${quotedWithTicks(error.comment ?? '')}`,
  }
  const start = starts[eventType] ?? `${error.user} changed ${link}:`
  return {
    topic: 'test',
    content: [start, `* **Timestamp**: ${longDate(error.activityDate)}`, detailsOf(body.application)].join('\n'),
  }
})

export const raygun = integration({
  title: 'Raygun',
  category: 'monitoring',
  setup: 'Application → Plugins → Webhook.',
  reads: json,
  event: (body) => textAt(body, 'event') ?? '',
  events: { error_notification: notified, error_activity: acted },
})
