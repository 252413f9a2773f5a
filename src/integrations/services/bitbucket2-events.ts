import { address, anything, flag, many, maybe, number, one, text, textAt } from '../fields'
import { on, type AnyEvent, type Delivery, type Text } from '../integration'
import { forkedText, propertyChangedText } from '../wording/bitbucket'
import {
  branchDeletedText,
  branchTopic,
  commitCommentText,
  isDropped,
  issueText,
  itemText,
  itemTopic,
  pushText,
  shortSha,
  tagText,
} from '../wording/git'

const links = one({ html: one({ href: address }) })
const user = one({ nickname: maybe(text), display_name: maybe(text), username: maybe(text) })
const repository = one({ name: text, links })
const fields = { actor: user, repository }

type User = { nickname?: string | null; display_name?: string | null; username?: string | null }
const nameOf = ({ display_name, nickname, username }: User) => display_name ?? nickname ?? username ?? 'Unknown user'
const titleIn = ({ topic }: Delivery, title: string) => (topic === undefined ? undefined : title)

const commit = one({ hash: text, message: text, links, author: one({ raw: text, user: maybe(user) }) })
const ref = one({ type: text, name: text, links, target: maybe(one({ hash: maybe(text) })) })
const change = one({
  new: maybe(ref),
  old: maybe(ref),
  forced: maybe(flag),
  truncated: maybe(flag),
  links,
  commits: maybe(many(commit)),
})

const pushed = on(one({ ...fields, push: one({ changes: many(change) }) }), (body, { option }) => {
  const [repo, actor] = [body.repository.name, nameOf(body.actor)]
  return body.push.changes.flatMap((each): Text[] => {
    const changed = each.new ?? each.old
    if (!changed) return []
    if (changed.type === 'tag')
      return [
        {
          topic: repo,
          content: tagText(actor, each.new ? 'pushed' : 'removed', changed.name, changed.links.html.href),
        },
      ]
    if (isDropped(changed.name, option('branches') || undefined)) return []
    return [{ topic: branchTopic(repo, changed.name), content: branchText(actor, changed.name, each) }]
  })
})

type Change = {
  new?: { target?: { hash?: string | null } | null } | null
  forced?: boolean | null
  truncated?: boolean | null
  links: { html: { href: string } }
  commits?:
    | {
        hash: string
        message: string
        links: { html: { href: string } }
        author: { raw: string; user?: User | null }
      }[]
    | null
}

function branchText(actor: string, branch: string, { links: changeLinks, ...body }: Change): string {
  if (!body.new) return branchDeletedText(actor, branch)
  const compare = changeLinks.html.href
  if (body.forced) {
    const head = body.new.target?.hash
    return `${actor} [force pushed](${compare}) to branch ${branch}.${head ? ` Head is now ${head}.` : ''}`
  }
  const commits = (body.commits ?? []).map(({ hash, message, author, links: { html } }) => ({
    name: author.user ? nameOf(author.user) : author.raw.split(/\s+/, 1)[0]!,
    sha: hash,
    url: html.href,
    message,
  }))
  return pushText({ user: actor, branch, commits, compare, hasMore: body.truncated === true })
}

const issue = one({
  id: number,
  title: text,
  links,
  assignee: maybe(user),
  content: maybe(one({ raw: maybe(text) })),
})
const issueChanged = (action: string) =>
  on(one({ ...fields, issue, comment: one({ links }) }), (body, delivery) => {
    const {
      id,
      title,
      assignee,
      content,
      links: { html },
    } = body.issue
    const comment = body.comment.links.html.href
    const isNew = action === 'created'
    return {
      topic: itemTopic(body.repository.name, 'issue', id, title),
      content: issueText({
        user: nameOf(body.actor),
        action: action === 'commented' ? `[commented](${comment}) on` : action,
        number: id,
        url: html.href,
        title: titleIn(delivery, title),
        ...(isNew ? { text: content?.raw, assignees: assignee ? [nameOf(assignee)] : [] } : {}),
      }),
    }
  })

const branch = one({ branch: one({ name: text }) })
const pullrequest = one({
  id: number,
  title: text,
  links,
  description: maybe(text),
  reviewers: maybe(many(user)),
  source: maybe(branch),
  destination: maybe(branch),
})

const pullRequestChanged = (action: string, isDescribed = false) =>
  on(one({ ...fields, pullrequest }), (body, delivery) => {
    const pull = body.pullrequest
    const [reviewer] = pull.reviewers ?? []
    const hasBranches = action === 'created' || action === 'merged'
    return {
      topic: itemTopic(body.repository.name, 'PR', pull.id, pull.title),
      content: itemText({
        user: nameOf(body.actor),
        action,
        number: pull.id,
        url: pull.links.html.href,
        title: titleIn(delivery, pull.title),
        ...(hasBranches ? { from: pull.source?.branch.name, to: pull.destination?.branch.name } : {}),
        ...(isDescribed ? { text: pull.description, assignees: reviewer ? [nameOf(reviewer)] : [] } : {}),
      }),
    }
  })

const pullRequestCommented = (action: string) =>
  on(
    one({ ...fields, pullrequest, comment: one({ links, content: one({ raw: text }) }) }),
    ({ pullrequest: pull, comment, ...body }, delivery) => ({
      topic: itemTopic(body.repository.name, 'PR', pull.id, pull.title),
      content: itemText({
        user: nameOf(body.actor),
        action: `${action}(${comment.links.html.href}) on`,
        number: pull.id,
        url: pull.links.html.href,
        title: titleIn(delivery, pull.title),
        text: comment.content.raw,
      }),
    }),
  )

const commented = one({ links, content: one({ raw: text }), commit: one({ hash: text, links }) })
const commit_status = one({ key: text, url: address, state: text, links: one({ commit: one({ href: address }) }) })

const PROPERTIES = ['website', 'name', 'links', 'language', 'full_name', 'description']
const updated = on(one({ ...fields, changes: anything }), (body) => {
  const lines = PROPERTIES.flatMap((property) => {
    const now = textAt(body.changes, property, 'new')
    if (!now) return []
    const old = textAt(body.changes, property, 'old')
    const name = property.replaceAll('_', ' ')
    return [propertyChangedText(nameOf(body.actor), { property: name, repository: body.repository.name, old, now })]
  })
  return lines.length === 0 ? undefined : { topic: body.repository.name, content: lines.join('\n') }
})

export const bitbucketEvents: Record<string, AnyEvent> = {
  push: pushed,
  fork: on(one({ ...fields, fork: one({ full_name: text, links }) }), (body) => ({
    topic: body.repository.name,
    content: forkedText(nameOf(body.actor), body.fork.full_name, body.fork.links.html.href),
  })),
  commit_comment: on(one({ ...fields, comment: commented }), ({ comment, ...body }) => ({
    topic: body.repository.name,
    content: commitCommentText({
      user: nameOf(body.actor),
      action: `[commented](${comment.links.html.href})`,
      url: comment.commit.links.html.href,
      sha: comment.commit.hash,
      text: comment.content.raw,
    }),
  })),
  change_commit_status: on(one({ repository, commit_status }), ({ commit_status: status, ...body }) => {
    const id = status.links.commit.href.split('/').at(-1) ?? ''
    const url = `${body.repository.links.html.href}/commits/${id}`
    return {
      topic: body.repository.name,
      content: `[System ${status.key}](${status.url}) changed status of [${shortSha(id)}](${url}) to ${status.state}.`,
    }
  }),
  issue_created: issueChanged('created'),
  issue_updated: issueChanged('updated'),
  issue_commented: issueChanged('commented'),
  pull_request_created: pullRequestChanged('created', true),
  pull_request_updated: pullRequestChanged('updated', true),
  pull_request_approved: pullRequestChanged('approved'),
  pull_request_unapproved: pullRequestChanged('unapproved'),
  pull_request_fulfilled: pullRequestChanged('merged'),
  pull_request_rejected: pullRequestChanged('rejected'),
  pull_request_comment_created: pullRequestCommented('[commented]'),
  pull_request_comment_updated: pullRequestCommented('updated a [comment]'),
  pull_request_comment_deleted: pullRequestCommented('deleted a [comment]'),
  'repo:updated': updated,
}
