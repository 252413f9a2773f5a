import { address, anything, maybe, number, one, text } from '../fields'
import { on, type AnyEvent, type Delivery } from '../integration'
import { issueText, itemText, itemTopic } from '../wording/git'
import { withQuote } from '../wording/words'
import { assignedText, login, numbered, repository, linkedUser as sender } from './github-fields'

const issue = one({ ...numbered, body: maybe(text), pull_request: maybe(anything) })
const fields = { action: text, issue, repository, sender }

type Issue = { number: number; title: string; html_url: string; pull_request?: unknown }
type Named = { repository: { name: string }; issue: Issue }

const kindOf = (item: Issue) => (item.pull_request ? 'PR' : 'issue')
const topicOf = ({ repository: { name }, issue: item }: Named) => itemTopic(name, kindOf(item), item.number, item.title)
const titleIn = ({ topic }: Delivery, title: string) => (topic === undefined ? undefined : title)
const linkTo = (word: string, item: Issue, { topic }: Delivery) =>
  `[${word} #${item.number}${topic === undefined ? '' : ` ${item.title}`}](${item.html_url})`

const commentAction = (action: string, url: string): string =>
  `${action === 'created' ? '[commented]' : `${action} a [comment]`}(${url}) on`

const changed = on(one({ ...fields, assignee: maybe(login) }), (body, delivery) => {
  const { issue: item, action, assignee, sender: user } = body
  const named = linkTo('issue', item, delivery)
  if (action === 'assigned' || action === 'unassigned') {
    return { topic: topicOf(body), content: `${user.login} ${assignedText(action, assignee, named)}.` }
  }
  const { number: id, html_url: url, title } = item
  const content = issueText({
    user: user.login,
    action,
    number: id,
    url,
    title: titleIn(delivery, title),
    text: item.body,
  })
  return { topic: topicOf(body), content }
})

const commented = on(one({ ...fields, comment: one({ html_url: address, body: text }) }), (body, delivery) => {
  const { issue: item, action, comment, sender: user } = body
  const { number: id, html_url: url, title } = item
  const content = itemText({
    user: user.login,
    action: commentAction(action, comment.html_url),
    kind: kindOf(item),
    number: id,
    url,
    title: titleIn(delivery, title),
    text: comment.body,
  })
  return { topic: topicOf(body), content }
})

const labeled = on(one({ ...fields, label: one({ name: text }) }), (body, delivery) => {
  const [verb, preposition] = body.action === 'labeled' ? ['added', 'to'] : ['removed', 'from']
  const user = `[${body.sender.login}](${body.sender.html_url})`
  const content = `${user} ${verb} the ${body.label.name} label ${preposition} ${linkTo('Issue', body.issue, delivery)}.`
  return { topic: topicOf(body), content }
})

const milestoned = on(one({ ...fields, milestone: one({ title: text, html_url: address }) }), (body, delivery) => {
  const [verb, preposition] = body.action === 'milestoned' ? ['added', 'to'] : ['removed', 'from']
  const user = `[${body.sender.login}](${body.sender.html_url})`
  const milestone = `[${body.milestone.title}](${body.milestone.html_url})`
  const content = `${user} ${verb} milestone ${milestone} ${preposition} ${linkTo('issue', body.issue, delivery)}.`
  return { topic: topicOf(body), content }
})

const discussionFields = {
  repository,
  sender,
  discussion: one({ number, title: text, html_url: address, body: text, category: one({ name: text }) }),
}
type Discussion = { number: number; title: string }
const discussionTopic = (name: string, { number: id, title }: Discussion) => `${name} discussion #${id}: ${title}`

const discussion = on(one({ ...discussionFields, action: maybe(text) }), ({ discussion: about, ...body }) => {
  const action = body.action ?? 'created'
  const named = `[discussion #${about.number}](${about.html_url}) in ${about.category.name}`
  const content = `${body.sender.login} ${action.replaceAll('_', ' ')} ${named}`
  return {
    topic: discussionTopic(body.repository.name, about),
    content: withQuote(content, action === 'created' ? `### ${about.title}\n${about.body}` : undefined),
  }
})

const discussionComment = on(
  one({ ...discussionFields, action: text, comment: one({ html_url: address, body: text }) }),
  ({ discussion: about, comment, action, ...body }, delivery) => ({
    topic: discussionTopic(body.repository.name, about),
    content: itemText({
      user: body.sender.login,
      action: commentAction(action, comment.html_url),
      kind: 'discussion',
      number: about.number,
      url: about.html_url,
      title: titleIn(delivery, about.title),
      text: comment.body,
    }),
  }),
)

const other = { issue: one({ number, html_url: address }), repository: one({ full_name: text }) }
const issueTopic = (name: string, { number: id, title }: Issue) => itemTopic(name, 'issue', id, title)

const transferred = on(
  one({ ...fields, changes: one({ new_issue: other.issue, new_repository: other.repository }) }),
  ({ issue: item, changes: { new_issue, new_repository }, ...body }) => ({
    topic: issueTopic(body.repository.name, item),
    content:
      `${body.sender.login} transferred [issue #${item.number} ${item.title}](${item.html_url}) to ` +
      `[${new_repository.full_name}/#${new_issue.number}](${new_issue.html_url}).`,
  }),
)

const openedByTransfer = on(
  one({ ...fields, changes: one({ old_issue: other.issue, old_repository: other.repository }) }),
  ({ issue: item, changes: { old_issue, old_repository }, ...body }) => ({
    topic: issueTopic(body.repository.name, item),
    content:
      `[Issue #${item.number} ${item.title}](${item.html_url}) was transferred from ` +
      `[${old_repository.full_name}#${old_issue.number}](${old_issue.html_url}).`,
  }),
)

export const issueEvents: Record<string, AnyEvent> = {
  issues: changed,
  issue_comment: commented,
  issue_labeled_or_unlabeled: labeled,
  issue_milestoned_or_demilestoned: milestoned,
  issues_transferred: transferred,
  issues_opened_via_transfer: openedByTransfer,
  discussion,
  discussion_comment: discussionComment,
}
