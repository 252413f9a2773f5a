import { anything, at, many, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { personWithEmail } from '../references'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { jiraMarkdown } from '../wording/jira-markup'
import { endedAfter, quotedWithTicks } from '../wording/words'

const person = one({ displayName: text, emailAddress: maybe(text) })
const issue = one({
  key: text,
  self: maybe(text),
  fields: maybe(
    one({
      summary: maybe(text),
      priority: maybe(one({ name: maybe(text) })),
      assignee: maybe(one({ displayName: maybe(text), emailAddress: maybe(text) })),
    }),
  ),
})
const comment = one({ body: text, self: maybe(text), author: maybe(person) })

type Issue = { key: string; self?: string | null; fields?: { summary?: string | null } | null }
const titleOf = ({ fields }: Issue) => fields?.summary ?? ''
const topicOf = (item: Issue) => `${item.key}: ${titleOf(item)}`

/** The address of an issue is known only from that of the API. */
function linkTo(item: Issue): string {
  const base = /^(.*)\/rest\/api\/.*/.exec(item.self ?? '')?.[1]
  return base === undefined ? topicOf(item) : `[${topicOf(item)}](${base}/browse/${item.key})`
}

const VERBS: Readonly<Record<string, string>> = {
  issue_commented: 'commented on',
  issue_comment_edited: 'edited a comment on',
}

const item = one({ field: maybe(text), fromString: maybe(text), toString: anything })
const status = maybe(text)
const updated = on(
  one({
    user: maybe(person),
    issue,
    comment: maybe(comment),
    issue_event_type_name: maybe(text),
    changelog: maybe(one({ items: many(item) })),
    transition: maybe(one({ from_status: status, to_status: status })),
  }),
  (body) => {
    const email = body.issue.fields?.assignee?.emailAddress
    const assignee = email ? `**${personWithEmail(email)}**` : undefined
    const about = `${linkTo(body.issue)}${assignee ? ` (assigned to ${assignee})` : ''}`
    const user = body.user?.displayName ?? body.comment?.author?.displayName ?? ''
    const kind = body.issue_event_type_name || (body.comment ? 'issue_commented' : '')
    if (kind.includes('comment')) {
      const start = `${user} ${VERBS[kind] ?? 'deleted a comment from'} ${about}`
      const content = body.comment?.body
        ? `${start}:\n\n${quotedWithTicks(jiraMarkdown(body.comment.body))}`
        : `${start}.`
      return { topic: topicOf(body.issue), content }
    }
    const changes = (body.changelog?.items ?? []).map(({ field, fromString, toString }) => {
      const now = typeof toString === 'string' ? toString : 'None'
      const to = field === 'assignee' && assignee ? assignee : `**${now}**`
      return `* Changed ${field ?? 'a field'}${fromString ? ` from **${fromString}**` : ''} to ${to}`
    })
    const { from_status, to_status } = body.transition ?? {}
    if (!body.changelog && to_status)
      changes.push(`* Changed status${from_status ? ` from **${from_status}**` : ''} to **${to_status}**`)
    const lines = changes.length === 0 ? '.' : `:\n\n${changes.join('\n')}`
    return { topic: topicOf(body.issue), content: `${user} updated ${about}${lines}` }
  },
)

const created = on(one({ user: person, issue }), (body) => ({
  topic: topicOf(body.issue),
  content:
    `${body.user.displayName} created ${linkTo(body.issue)}:\n\n` +
    `* **Priority**: ${body.issue.fields?.priority?.name ?? ''}\n` +
    `* **Assignee**: ${body.issue.fields?.assignee?.displayName ?? 'no one'}`,
}))

const deleted = on(one({ user: person, issue }), (body) => ({
  topic: topicOf(body.issue),
  content: endedAfter(titleOf(body.issue), `${body.user.displayName} deleted ${linkTo(body.issue)}`),
}))

// Old servers send comments without the issue. Only the address of the comment has its number.
const OLD_SERVER = 'Upgrade Jira to get the issue title here.'
const commented = (verb: string, isDeleted = false) =>
  on(one({ comment, issue: maybe(issue) }), (body) => {
    const found = body.issue ?? { key: body.comment.self?.split('/').at(-3) ?? '', fields: { summary: OLD_SERVER } }
    const spoken = body.comment.body.replaceAll('\\!', '!')
    const quote = quotedWithTicks(isDeleted ? `~~${spoken}~~` : spoken)
    const content = `${body.comment.author?.displayName ?? 'Someone'} ${verb} issue: *"${titleOf(found)}"*\n${quote}`
    return { topic: topicOf(found), content }
  })

const events: Record<string, AnyEvent> = {
  'jira:issue_created': created,
  'jira:issue_deleted': deleted,
  'jira:issue_updated': updated,
  comment_created: commented('commented on'),
  comment_updated: commented('updated their comment on'),
  comment_deleted: commented('deleted their comment on', true),
}

export const jira = integration({
  title: 'Jira',
  category: 'project-management',
  setup: 'Jira settings → System → WebHooks → Create a WebHook. Choose the events.',
  reads: json,
  event: (body) => textAt(body, 'webhookEvent') ?? (at(body, 'transition') ? 'jira:issue_updated' : 'unknown'),
  events: { ...events, unknown: on(one({ webhookEvent: text }), () => undefined) },
  ignores: [
    'attachment_created',
    'issuelink_created',
    'issuelink_deleted',
    'jira:version_released',
    'jira:worklog_updated',
    'sprint_closed',
    'sprint_started',
    'worklog_created',
    'worklog_updated',
  ],
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha256=' }),
  deliveryId: 'x-atlassian-webhook-identifier',
})
