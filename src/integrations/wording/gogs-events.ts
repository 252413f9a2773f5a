import { address, at, flag, many, maybe, number, one, text } from '../fields'
import { on, type AnyEvent, type Delivery } from '../integration'
import {
  branchCreatedText,
  branchDeletedText,
  branchOf,
  branchTopic,
  isDropped,
  issueText,
  itemText,
  itemTopic,
  pushText,
  releaseText,
  tagText,
} from './git'

/** The events of Gogs, and of the hosts that began as copies of it. */

const repository = one({ name: text, html_url: address })
const named = one({ username: text })
const login = one({ login: text })
const commit = one({ id: text, url: address, message: text, author: one({ name: text, username: maybe(text) }) })
const issue = one({ number, title: text, body: maybe(text), assignee: maybe(login) })

const titleIn = ({ topic }: Delivery, title: string) => (topic === undefined ? undefined : title)

const pushed = on(
  one({ ref: text, compare_url: address, commits: many(commit), sender: named, repository }),
  ({ ref, compare_url: compare, sender, ...body }, delivery) => {
    const branch = branchOf(ref)
    if (isDropped(branch, delivery.option('branches'))) return undefined
    const commits = body.commits.map(({ id: sha, url, message, author }) => ({
      name: author.username || author.name.split(/\s+/, 1)[0]!,
      sha,
      url,
      message,
    }))
    const content = pushText({ user: sender.username, branch, commits, compare })
    return { topic: branchTopic(body.repository.name, branch), content }
  },
)

const created = on(
  one({ ref: text, sender: named, repository }),
  ({ ref, sender, repository: { name, html_url } }) => ({
    topic: branchTopic(name, ref),
    content: branchCreatedText(sender.username, ref, `${html_url}/src/${ref}`),
  }),
)

const deleted = on(one({ ref: text, ref_type: text, sender: named, repository }), (body) => {
  const { ref, ref_type, sender, repository: repo } = body
  return ref_type === 'tag'
    ? { topic: repo.name, content: tagText(sender.username, 'removed', ref) }
    : { topic: branchTopic(repo.name, ref), content: branchDeletedText(sender.username, ref) }
})

const issueChanged = on(
  one({ action: text, issue, sender: login, repository }),
  ({ action, issue: item, sender, repository: { name, html_url } }, delivery) => ({
    topic: itemTopic(name, 'issue', item.number, item.title),
    content: issueText({
      user: sender.login,
      action,
      number: item.number,
      url: `${html_url}/issues/${item.number}`,
      title: titleIn(delivery, item.title),
      text: item.body,
      assignees: item.assignee ? [item.assignee.login] : [],
    }),
  }),
)

const commented = on(
  one({ action: text, issue, comment: one({ html_url: address, body: text }), sender: login, repository }),
  ({ action, issue: item, comment, sender, repository: { name, html_url } }, delivery) => ({
    topic: itemTopic(name, 'issue', item.number, item.title),
    content: issueText({
      user: sender.login,
      action: `${action === 'created' ? '[commented]' : `${action} a [comment]`}(${comment.html_url}) on`,
      number: item.number,
      url: `${html_url}/issues/${item.number}`,
      title: titleIn(delivery, item.title),
      text: comment.body,
    }),
  }),
)

const released = on(
  one({ action: text, release: one({ tag_name: text, name: text, author: named }), repository }),
  ({ action, release: { tag_name: tag, name, author }, repository: { name: repo, html_url: url } }) => ({
    topic: `${repo} / ${tag} ${name}`,
    content: releaseText({ user: author.username, action, name, tag, url }),
  }),
)

type Branches = { head_branch?: string | null; base_branch?: string | null; head?: Ref; base?: Ref }
type Ref = { ref: string } | null
const ref = maybe(one({ ref: text }))
const pull_request = one({
  id: number,
  number,
  title: text,
  html_url: address,
  user: named,
  merged: maybe(flag),
  merged_by: maybe(named),
  assignee: maybe(login),
  // Gogs has names, and Gitea has objects.
  head_branch: maybe(text),
  base_branch: maybe(text),
  head: ref,
  base: ref,
})

const branchesOf = ({ head_branch, base_branch, head, base }: Branches) => ({
  from: head_branch ?? head?.ref,
  to: base_branch ?? base?.ref,
})

type Assigned = { assignee?: { login: string } | null }

const pullRequestChanged = (assigneesOf: (pull: Assigned) => readonly string[]): AnyEvent =>
  on(
    one({ action: text, pull_request, repository }),
    ({ action, pull_request: pull, repository: { name } }, delivery) => ({
      topic: itemTopic(name, 'PR', pull.id, pull.title),
      content: itemText({
        user: (pull.merged && pull.merged_by ? pull.merged_by : pull.user).username,
        action: pull.merged ? 'merged' : action,
        number: pull.number,
        url: pull.html_url,
        title: titleIn(delivery, pull.title),
        // An edit says nothing about branches.
        ...(action === 'edited' ? {} : branchesOf(pull)),
        assignees: assigneesOf(pull),
      }),
    }),
  )

/** Returns the name of an event. Pushes to branches that `branches` drops have none. */
export const gogsEvent =
  (header: string) =>
  (body: unknown, delivery: Delivery): string | undefined => {
    const name = delivery.header(header)
    return name === 'create' && at(body, 'ref_type') === 'tag' ? undefined : name
  }

export const gogsEvents: Record<string, AnyEvent> = {
  push: pushed,
  create: created,
  issues: issueChanged,
  issue_comment: commented,
  release: released,
  pull_request: pullRequestChanged(() => []),
}

/** Gitea reports more, and says who a pull request is assigned to. */
export const giteaEvents: Record<string, AnyEvent> = {
  ...gogsEvents,
  delete: deleted,
  pull_request: pullRequestChanged(({ assignee }) => (assignee ? [assignee.login] : [])),
}
