import { address, anything, dictionary, flag, maybe, number, one, text } from '../fields'
import { on, type AnyEvent, type Delivery } from '../integration'
import { itemText, itemTopic } from '../wording/git'
import { assignedText, linkedUser, login, numbered, repository } from './github-fields'

const sender = linkedUser

const branch = one({ label: text })
const pull_request = one({
  ...numbered,
  body: maybe(text),
  merged: maybe(flag),
  active_lock_reason: maybe(text),
  assignee: maybe(login),
  head: branch,
  base: branch,
})
const fields = { action: text, pull_request, repository, sender }

type PullRequest = { number: number; title: string; html_url: string }
type Named = { repository: { name: string }; pull_request: PullRequest }

const topicOf = ({ repository: { name }, pull_request: { number: id, title } }: Named) =>
  itemTopic(name, 'PR', id, title)

// A topic in the address has no title, so the text has it.
const titleIn = ({ topic }: Delivery, title: string) => (topic === undefined ? undefined : title)

const linkTo = (pull: PullRequest, delivery?: Delivery) => {
  const title = delivery && titleIn(delivery, pull.title)
  return `[PR #${pull.number}${title ? ` ${title}` : ''}](${pull.html_url})`
}

const edited = on(one({ ...fields, changes: maybe(dictionary(anything)) }), (body, delivery) => {
  const { pull_request: pull, changes, sender: user } = body
  const isOpened = body.action === 'opened'
  const content = itemText({
    user: user.login,
    action: body.action === 'synchronize' ? 'updated' : body.action,
    number: pull.number,
    url: pull.html_url,
    title: titleIn(delivery, pull.title),
    assignees: pull.assignee ? [pull.assignee.login] : [],
    text: isOpened || (changes && Object.hasOwn(changes, 'body')) ? pull.body : undefined,
    ...(isOpened ? { from: pull.head.label, to: pull.base.label } : {}),
  })
  return { topic: topicOf(body), content }
})

const assigned = on(one({ ...fields, assignee: maybe(login) }), (body, delivery) => {
  const { pull_request: pull, action, sender: user } = body
  const content = assignedText(action, body.assignee ?? pull.assignee, linkTo(pull, delivery))
  return { topic: topicOf(body), content: `${user.login} ${content}.` }
})

const milestoned = on(one({ ...fields, milestone: one({ title: text, html_url: address }) }), (body, delivery) => {
  const change = body.action === 'milestoned' ? ['added', 'to'] : ['removed', 'from']
  const { title, html_url } = body.milestone
  const user = `[${body.sender.login}](${body.sender.html_url})`
  const content = `${user} ${change[0]} milestone [${title}](${html_url}) ${change[1]} ${linkTo(body.pull_request, delivery)}.`
  return { topic: topicOf(body), content }
})

const queued = on(one(fields), (body, delivery) => {
  const change = body.action === 'enqueued' ? ['added', 'to'] : ['removed', 'from']
  const content = `${body.sender.login} ${change[0]} ${linkTo(body.pull_request, delivery)} ${change[1]} the merge queue.`
  return { topic: topicOf(body), content }
})

const closed = on(one(fields), (body, delivery) => {
  const action = body.pull_request.merged ? 'merged' : 'closed without merge'
  return { topic: topicOf(body), content: `${body.sender.login} ${action} ${linkTo(body.pull_request, delivery)}.` }
})

const reviewRequested = on(
  one({
    ...fields,
    requested_reviewer: maybe(linkedUser),
    requested_team: maybe(one({ name: text, html_url: address })),
  }),
  (body, delivery) => {
    const { requested_reviewer: person, requested_team: team, pull_request: pull } = body
    const reviewer = person
      ? `[${person.login}](${person.html_url})`
      : team
        ? `[${team.name}](${team.html_url})`
        : 'a reviewer'
    const content = `**${body.sender.login}** requested ${reviewer} for a review on ${linkTo(pull, delivery)}.`
    return { topic: topicOf(body), content }
  },
)

const readyForReview = on(one(fields), (body) => ({
  topic: topicOf(body),
  content: `**${body.sender.login}** has marked ${linkTo(body.pull_request)} as ready for review.`,
}))

const locked = on(one(fields), (body) => {
  const { pull_request: pull, sender: user } = body
  const reason = pull.active_lock_reason ? ` as ${pull.active_lock_reason}` : ''
  const content =
    body.action === 'unlocked'
      ? `${user.login} has unlocked ${linkTo(pull)}.`
      : `${user.login} has locked ${linkTo(pull)}${reason} and limited conversation to collaborators.`
  return { topic: topicOf(body), content }
})

const autoMerge = on(one(fields), (body) => {
  const change = body.action === 'auto_merge_disabled' ? 'disabled' : 'enabled'
  const content = `${body.sender.login} has ${change} auto merge for ${linkTo(body.pull_request)}.`
  return { topic: topicOf(body), content }
})

const commented = one({ number, title: text })
const review = on(
  one({ repository, sender, pull_request: commented, review: one({ html_url: address, body: maybe(text) }) }),
  ({ pull_request: pull, ...body }, delivery) => ({
    topic: itemTopic(body.repository.name, 'PR', pull.number, pull.title),
    content: itemText({
      user: body.sender.login,
      action: 'submitted',
      kind: 'PR review',
      number: '',
      url: body.review.html_url,
      title: titleIn(delivery, `for #${pull.number} ${pull.title}`),
      text: body.review.body,
    }),
  }),
)

const reviewComment = on(
  one({ action: text, repository, sender, pull_request: commented, comment: one({ html_url: address, body: text }) }),
  ({ pull_request: pull, ...body }, delivery) => ({
    topic: itemTopic(body.repository.name, 'PR', pull.number, pull.title),
    content: itemText({
      user: body.sender.login,
      action: body.action,
      kind: 'PR review comment',
      number: '',
      url: body.comment.html_url,
      title: titleIn(delivery, `on #${pull.number} ${pull.title}`),
      text: body.action === 'created' ? body.comment.body : undefined,
    }),
  }),
)

export const pullRequestEvents: Record<string, AnyEvent> = {
  opened_pull_request: edited,
  updated_pull_request: edited,
  pull_request_milestoned_or_demilestoned: milestoned,
  pull_request_enqueued_or_dequeued: queued,
  assigned_or_unassigned_pull_request: assigned,
  closed_pull_request: closed,
  pull_request_review_requested: reviewRequested,
  pull_request_ready_for_review: readyForReview,
  locked_or_unlocked_pull_request: locked,
  pull_request_auto_merge: autoMerge,
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
}
