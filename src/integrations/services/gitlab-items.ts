import { address, many, maybe, maybeAddress, number, one, text } from '../fields'
import { on, type AnyEvent, type Delivery } from '../integration'
import { NO_ADDRESS } from '../missing-addresses'
import { itemText, itemTopic } from '../wording/git'
import { startOf } from '../wording/words'
import { inProject, nameOf, project, repository, user } from './gitlab-fields'

const attributes = one({
  iid: number,
  title: text,
  url: address,
  description: maybe(text),
  oldrev: maybe(text),
  source_branch: maybe(text),
  target_branch: maybe(text),
})
const fields = one({
  project: maybe(project),
  repository,
  user,
  object_attributes: attributes,
  assignee: maybe(user),
  assignees: maybe(many(user)),
})

type Assigned = { assignee?: { name: string } | null; assignees?: { name: string }[] | null }
const assigneesOf = ({ assignee, assignees }: Assigned): string[] =>
  assignees && assignees.length > 0 ? assignees.map(({ name }) => name) : assignee ? [assignee.name] : []

const titleIn = ({ topic }: Delivery, title: string) => (topic === undefined ? undefined : title)

const withoutHiddenComments = (description: string | null | undefined) =>
  description &&
  startOf(description)
    // Linear: `startOf` returns at most 12,000 characters.
    .replaceAll(/<!--.*?-->/gs, '')
    .trimEnd()

const issueChanged = (action: string) =>
  on(fields, (body, delivery) => {
    const { iid, title, url, description } = body.object_attributes
    const isNew = action === 'created'
    const content = itemText({
      kind: 'issue',
      user: body.user.name,
      action,
      number: iid,
      url,
      title: titleIn(delivery, title),
      ...(isNew ? { text: withoutHiddenComments(description), assignees: assigneesOf(body) } : {}),
    })
    return { topic: itemTopic(nameOf(body), 'issue', iid, title), content: inProject(body, delivery, content) }
  })

// Without this title, all events of a merge request have one topic, also after its title changed.
const mergeRequestTopic = (name: string, iid: number, title: string, { option }: Delivery) =>
  itemTopic(name, 'MR', iid, option('use_merge_request_title') === 'false' ? undefined : title)

/** What the text says besides the action: the branches, the description and the assignees, or all. */
type Details = 'none' | 'branches' | 'description' | 'all'

const mergeRequestChanged = (action: string, details: Details = 'none') =>
  on(fields, (body, delivery) => {
    const { iid, title, url, description, oldrev, source_branch, target_branch } = body.object_attributes
    const hasCommits = action === 'updated' && Boolean(oldrev)
    const content = itemText({
      kind: 'MR',
      user: body.user.name,
      action: hasCommits ? 'added commit(s) to' : action,
      number: iid,
      url,
      title: titleIn(delivery, title),
      ...(details === 'branches' || details === 'all' ? { from: source_branch ?? '', to: target_branch ?? '' } : {}),
      ...((details === 'description' || details === 'all') && !hasCommits
        ? { text: description, assignees: assigneesOf(body) }
        : {}),
    })
    return { topic: mergeRequestTopic(nameOf(body), iid, title, delivery), content: inProject(body, delivery, content) }
  })

const place = { project: maybe(project), repository, user }
const comment = one({ url: address, note: text })
const item = one({ iid: number, title: text, url: maybeAddress })

const issueCommented = on(one({ ...place, object_attributes: comment, issue: item }), (body, delivery) => {
  const { iid, title, url } = body.issue
  const content = commentText(body, delivery, { kind: 'issue', path: 'issues', id: iid, title, url })
  return { topic: itemTopic(nameOf(body), 'issue', iid, title), content }
})

const mergeRequestCommented = on(
  one({ ...place, object_attributes: comment, merge_request: item }),
  (body, delivery) => {
    const { iid, title, url } = body.merge_request
    const content = commentText(body, delivery, { kind: 'MR', path: 'merge_requests', id: iid, title, url })
    return { topic: mergeRequestTopic(nameOf(body), iid, title, delivery), content }
  },
)

const snippetCommented = on(
  one({ ...place, object_attributes: comment, snippet: one({ id: number, title: text, url: maybeAddress }) }),
  (body, delivery) => {
    const { id, title, url } = body.snippet
    const content = commentText(body, delivery, { kind: 'snippet', path: 'snippets', id, title, url })
    return { topic: itemTopic(nameOf(body), 'snippet', id, title), content }
  },
)

type Commented = {
  user: { name: string }
  object_attributes: { url: string; note: string }
  project?: { name: string; web_url: string } | null
  repository: { name: string; homepage: string }
}

function commentText(
  body: Commented,
  delivery: Delivery,
  {
    kind,
    path,
    id,
    title,
    url: itemUrl,
  }: { kind: string; path: string; id: number; title: string; url?: string | null },
): string {
  const { url, note } = body.object_attributes
  const content = itemText({
    kind,
    user: body.user.name,
    action: `[commented](${url}) on`,
    number: id,
    // Only newer servers send the address of the item.
    url: itemUrl ?? `${body.project?.web_url ?? NO_ADDRESS}/-/${path}/${id}`,
    title: titleIn(delivery, title),
    text: note,
  })
  return inProject(body, delivery, content)
}

const issueEvents = {
  open: issueChanged('created'),
  close: issueChanged('closed'),
  reopen: issueChanged('reopened'),
  update: issueChanged('updated'),
}
const named = (prefix: string) =>
  Object.fromEntries(Object.entries(issueEvents).map(([action, event]) => [`${prefix} ${action}`, event]))

export const itemEvents: Record<string, AnyEvent> = {
  ...named('Issue Hook'),
  ...named('Confidential Issue Hook'),
  'Note Hook Issue': issueCommented,
  'Confidential Note Hook Issue': issueCommented,
  'Note Hook MergeRequest': mergeRequestCommented,
  'Confidential Note Hook MergeRequest': mergeRequestCommented,
  'Note Hook Snippet': snippetCommented,
  'Merge Request Hook approved': mergeRequestChanged('approved'),
  'Merge Request Hook unapproved': mergeRequestChanged('unapproved'),
  'Merge Request Hook open': mergeRequestChanged('created', 'all'),
  'Merge Request Hook update': mergeRequestChanged('updated', 'description'),
  'Merge Request Hook merge': mergeRequestChanged('merged', 'branches'),
  'Merge Request Hook close': mergeRequestChanged('closed'),
  'Merge Request Hook reopen': mergeRequestChanged('reopened'),
}
