import { anything, maybe, number, one, text } from '../fields'
import { on, type AnyEvent, type Delivery } from '../integration'
import { issueText, itemText, itemTopic } from '../wording/git'
import { tightQuote } from '../wording/words'
import { login, numbered, repository, linkedUser as sender } from './github-fields'

const issue = one({ ...numbered, body: maybe(text), pull_request: maybe(anything) })
const fields = { action: text, issue, repository, sender }

type Issue = { number: number; title: string; html_url: string; pull_request?: unknown }
type Named = { repository: { name: string }; issue: Issue }

const kindOf = (item: Issue) => (item.pull_request ? 'PR' : 'issue')
const topicOf = ({ repository: { name }, issue: item }: Named) => itemTopic(name, kindOf(item), item.number, item.title)
const titleIn = ({ topic }: Delivery, title: string) => (topic === undefined ? undefined : title)
const linkTo = (word: string, item: Issue, { topic }: Delivery) =>
  `[${word} #${item.number}${topic === undefined ? '' : ` ${item.title}`}](${item.html_url})`

const changed = on(one({ ...fields, assignee: maybe(login) }), (body, delivery) => {
  const { issue: item, action, assignee, sender: user } = body
  const named = linkTo('issue', item, delivery)
  if (action === 'assigned' || action === 'unassigned') {
    const content =
      action === 'unassigned' && assignee
        ? `${user.login} unassigned ${assignee.login} from ${named}.`
        : `${user.login} ${action} ${named}${assignee ? ` to ${assignee.login}` : ''}.`
    return { topic: topicOf(body), content }
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

const commented = on(one({ ...fields, comment: one({ html_url: text, body: text }) }), (body, delivery) => {
  const { issue: item, action, comment, sender: user } = body
  const { number: id, html_url: url, title } = item
  const verb = action === 'created' ? '[commented]' : `${action} a [comment]`
  const content = itemText({
    user: user.login,
    action: `${verb}(${comment.html_url}) on`,
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

const milestoned = on(one({ ...fields, milestone: one({ title: text, html_url: text }) }), (body, delivery) => {
  const [verb, preposition] = body.action === 'milestoned' ? ['added', 'to'] : ['removed', 'from']
  const user = `[${body.sender.login}](${body.sender.html_url})`
  const milestone = `[${body.milestone.title}](${body.milestone.html_url})`
  const content = `${user} ${verb} milestone ${milestone} ${preposition} ${linkTo('issue', body.issue, delivery)}.`
  return { topic: topicOf(body), content }
})

const discussionFields = {
  repository,
  sender,
  discussion: one({ number, title: text, html_url: text, body: text, category: one({ name: text }) }),
}
type Discussion = { number: number; title: string }
const discussionTopic = (name: string, { number: id, title }: Discussion) => `${name} discussion #${id}: ${title}`

const discussion = on(one(discussionFields), ({ discussion: about, ...body }) => ({
  topic: discussionTopic(body.repository.name, about),
  content:
    `${body.sender.login} created [discussion #${about.number}](${about.html_url}) in ${about.category.name}:\n` +
    tightQuote(`### ${about.title}\n${about.body}`),
}))

const discussionComment = on(
  one({ ...discussionFields, comment: one({ html_url: text, body: text }) }),
  ({ discussion: about, comment, ...body }) => ({
    topic: discussionTopic(body.repository.name, about),
    content:
      `${body.sender.login} [commented](${comment.html_url}) on ` +
      `[discussion #${about.number}](${about.html_url}):\n${tightQuote(comment.body)}`,
  }),
)

export const issueEvents: Record<string, AnyEvent> = {
  issues: changed,
  issue_comment: commented,
  issue_labeled_or_unlabeled: labeled,
  issue_milestoned_or_demilestoned: milestoned,
  discussion,
  discussion_comment: discussionComment,
}
