import { address, addressAt, many, maybe, number, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent, type Delivery, type Text } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { forkedText, propertyChangedText } from '../wording/bitbucket'
import {
  branchCreatedText,
  branchDeletedText,
  branchTopic,
  commitCommentText,
  isDropped,
  itemText,
  itemTopic,
  tagText,
} from '../wording/git'
import { listed } from '../wording/words'

const links = one({ self: many(one({ href: address })) })
const user = one({ name: text, displayName: text, links })
const repository = one({ name: text, links })

type Links = { self: { href: string }[] }
const urlOf = (found: Links) => addressAt(found, 'self', 0, 'href')
const linkTo = ({ name, links: found }: { name: string; links: Links }) => `[${name}](${urlOf(found)})`
const titleIn = ({ topic }: Delivery, title: string) => (topic === undefined ? undefined : title)

const commented = (action: string, isDeleted = false) =>
  on(one({ actor: user, repository, commit: text, comment: one({ text }) }), (body) => ({
    topic: body.repository.name,
    content: commitCommentText({
      user: linkTo(body.actor),
      action,
      url: urlOf(body.repository.links).replace(/browse$/, `commits/${body.commit}`),
      sha: body.commit,
      text: isDeleted ? `~~${body.comment.text}~~` : body.comment.text,
    }),
  }))

const ref = one({ type: text, displayId: text })
const refsChanged = on(
  one({ actor: user, repository, changes: many(one({ type: text, toHash: text, ref })) }),
  ({ actor, repository: { name: repo }, changes }, { option }) =>
    changes.flatMap(({ type, toHash, ref: { type: kind, displayId: name } }): Text[] => {
      const by = linkTo(actor)
      if (kind === 'TAG') return [{ topic: repo, content: tagText(by, type === 'DELETE' ? 'removed' : 'pushed', name) }]
      if (isDropped(name, option('branches') || undefined)) return []
      const content =
        type === 'ADD'
          ? branchCreatedText(by, name)
          : type === 'DELETE'
            ? branchDeletedText(by, name)
            : `${by} pushed to branch ${name}. Head is now ${toHash}.`
      return [{ topic: branchTopic(repo, name), content }]
    }),
)

const branch = one({ displayId: text, repository: one({ name: text }) })
const pullRequest = one({
  id: number,
  title: text,
  description: maybe(text),
  links,
  fromRef: branch,
  toRef: branch,
  reviewers: maybe(many(one({ user }))),
})
const fields = { actor: user, pullRequest }

type PullRequest = {
  id: number
  title: string
  links: Links
  toRef: { repository: { name: string } }
  reviewers?: { user: { name: string; links: Links } }[] | null
}
const topicOf = ({ id, title, toRef }: PullRequest) => itemTopic(toRef.repository.name, 'PR', id, title)
const reviewersOf = ({ reviewers }: PullRequest) => (reviewers ?? []).map((reviewer) => linkTo(reviewer.user))
const pullLink = (pull: PullRequest, delivery: Delivery) =>
  `[PR #${pull.id}${delivery.topic === undefined ? '' : ` ${pull.title}`}](${urlOf(pull.links)})`

type Details = 'none' | 'branches' | 'description' | 'all'

const pullRequestChanged = (action: string, details: Details = 'none') =>
  on(one(fields), ({ actor, pullRequest: pull }, delivery) => {
    const isDescribed = details === 'description' || details === 'all'
    const hasBranches = details === 'branches' || details === 'all'
    const content = itemText({
      user: linkTo(actor),
      action,
      number: pull.id,
      url: urlOf(pull.links),
      title: titleIn(delivery, pull.title),
      ...(hasBranches ? { from: pull.fromRef.displayId, to: pull.toRef.displayId } : {}),
      ...(isDescribed ? { text: pull.description, reviewers: listedTogether(reviewersOf(pull)) } : {}),
    })
    return { topic: topicOf(pull), content }
  })

const listedTogether = (names: string[]) => (names.length === 0 ? [] : [listed(names)])

const pullRequestCommented = (action: string, isDeleted = false) =>
  on(one({ ...fields, comment: one({ text }) }), ({ actor, pullRequest: pull, comment }, delivery) => ({
    topic: topicOf(pull),
    content: itemText({
      user: linkTo(actor),
      action,
      number: pull.id,
      url: urlOf(pull.links),
      title: titleIn(delivery, pull.title),
      text: isDeleted ? `~~${comment.text}~~` : comment.text,
    }),
  }))

const events: Record<string, AnyEvent> = {
  'diagnostics:ping': on(one({}), () => ({
    topic: 'Bitbucket Server Ping',
    content: 'Congratulations! The Bitbucket Server webhook was configured successfully!',
  })),
  'repo:comment:added': commented('commented'),
  'repo:comment:edited': commented('edited their comment'),
  'repo:comment:deleted': commented('deleted their comment', true),
  'repo:forked': on(
    one({ actor: user, repository: one({ name: text, links, origin: one({ name: text }) }) }),
    ({ actor, repository: { name, links: found, origin } }) => ({
      topic: origin.name,
      content: forkedText(`User ${actor.displayName}(login: ${linkTo(actor)})`, name, urlOf(found)),
    }),
  ),
  'repo:modified': on(one({ actor: user, old: one({ name: text }), new: one({ name: text }) }), (body) => {
    const change = { property: 'name', repository: body.old.name, old: body.old.name, now: body.new.name }
    return { topic: body.new.name, content: propertyChangedText(linkTo(body.actor), change) }
  }),
  'repo:refs_changed': refsChanged,
  'pr:comment:added': pullRequestCommented('commented on'),
  'pr:comment:edited': pullRequestCommented('edited their comment on'),
  'pr:comment:deleted': pullRequestCommented('deleted their comment on', true),
  'pr:declined': pullRequestChanged('declined'),
  'pr:deleted': pullRequestChanged('deleted'),
  'pr:merged': pullRequestChanged('merged', 'branches'),
  'pr:modified': pullRequestChanged('modified', 'description'),
  'pr:opened': pullRequestChanged('opened', 'all'),
  'pr:reviewer:approved': pullRequestChanged('approved'),
  'pr:reviewer:unapproved': pullRequestChanged('unapproved'),
  'pr:reviewer:needs_work': on(one(fields), ({ actor, pullRequest: pull }, delivery) => ({
    topic: topicOf(pull),
    content: `${linkTo(actor)} marked ${pullLink(pull, delivery)} as "needs work".`,
  })),
  'pr:reviewer:updated': on(one(fields), ({ actor, pullRequest: pull }, delivery) => {
    const reviewers = reviewersOf(pull)
    const target = pullLink(pull, delivery)
    const change =
      reviewers.length === 0 ? `removed all reviewers from ${target}` : `reassigned ${target} to ${listed(reviewers)}`
    return { topic: topicOf(pull), content: `${linkTo(actor)} ${change}.` }
  }),
}

export const bitbucket3 = integration({
  title: 'Bitbucket3',
  display_name: 'Bitbucket Server',
  category: 'version-control',
  setup: 'Repository settings → Webhooks → Create webhook. Choose the events.',
  reads: json,
  options: ['branches'],
  event: (body, { header }) => textAt(body, 'eventKey') ?? header('x-event-key') ?? '',
  events,
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha256=' }),
  deliveryId: 'x-request-id',
})
