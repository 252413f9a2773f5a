import { address, many, maybe, number, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { parseJson } from '../../api/parse-json'

const issueData = one({
  id: text,
  number,
  title: text,
  parentId: maybe(text),
  description: maybe(text),
  priority: maybe(number),
  priorityLabel: maybe(text),
  team: maybe(one({ name: text })),
  assignee: maybe(one({ name: text })),
  state: maybe(one({ name: text })),
  labels: maybe(many(one({ name: text }))),
})
const VERBS: Readonly<Record<string, string>> = { create: 'was created', update: 'was updated', remove: 'was removed' }

const issueChanged: AnyEvent = on(one({ action: text, url: address, data: issueData }), ({ action, url, data }) => {
  const kind = data.parentId ? 'Sub-Issue' : 'Issue'
  const topic = data.parentId ?? data.id
  const name = `[#${data.number} ${data.title}](${url})`
  const start = `${kind} ${name} ${VERBS[action] ?? action} in team ${data.team?.name ?? ''}`
  if (action === 'remove')
    return {
      topic,
      content: `${kind} **#${data.number} ${data.title}** has been removed from team ${data.team?.name ?? ''}.`,
    }
  const quote = data.description ? `:\n~~~ quote\n${data.description}\n~~~` : '.'
  const facts = [
    data.priority && data.priorityLabel && data.priorityLabel !== 'No priority'
      ? `Priority: ${data.priorityLabel}`
      : '',
    data.assignee ? `Assignee: ${data.assignee.name}` : '',
    data.state ? `Status: ${data.state.name}` : '',
  ].filter((fact) => fact !== '')
  return {
    topic,
    content: `${start}${quote}${facts.length > 0 ? `${data.description ? '\n' : ''}\n${facts.join(', ')}.` : ''}`,
  }
})

const comment = one({ body: text, issueId: text, user: one({ name: text }), issue: one({ title: text }) })
const COMMENT_VERBS: Readonly<Record<string, string>> = { create: 'commented', update: 'updated comment' }

const commented: AnyEvent = on(one({ action: text, url: address, data: comment }), ({ action, url, data }) => {
  const topic = data.issueId
  if (action === 'remove') return { topic, content: `${data.user.name} has removed a comment.` }
  const verb = `[${COMMENT_VERBS[action] ?? action}](${url})`
  return { topic, content: `${data.user.name} ${verb} on issue **${data.issue.title}**:\n~~~ quote\n${data.body}\n~~~` }
})

const OLDEST_SECONDS = 60

export const linear = integration({
  title: 'Linear',
  category: 'project-management',
  setup: 'Settings → API → Webhooks → New webhook.',
  reads: json,
  event: (body) => {
    const type = textAt(body, 'type') ?? ''
    if (type === 'Issue') return textAt(body, 'data', 'parentId') === undefined ? 'issue' : 'sub_issue'
    return type === 'Comment' ? 'comment' : type
  },
  events: { issue: issueChanged, sub_issue: issueChanged, comment: commented },
  ignores: ['IssueLabel', 'Project', 'ProjectUpdate', 'Cycle', 'Reaction'],
  signature: hmac({
    header: 'linear-signature',
    signedAt: ({ bytes }) => {
      const milliseconds = Number(textAt(parseJson(new TextDecoder().decode(bytes)), 'webhookTimestamp'))
      return String(Math.floor(milliseconds / 1000))
    },
    mostSecondsOld: OLDEST_SECONDS,
  }),
  deliveryId: 'linear-delivery',
})
