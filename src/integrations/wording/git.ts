import { counted, endedAfter, endsSentence, firstLine, listed, link, quoted, withQuote } from './words'

/** The wording of all integrations of git hosts. */

type Commit = { name: string; sha: string; url: string; message: string }

export type Push = {
  user: string
  branch: string
  commits: readonly Commit[]
  compare?: string | null
  isForced?: boolean
  isRemoved?: boolean
  /** The service sent only the first commits. */
  hasMore?: boolean
}

const COMMITS_SHOWN = 20
const COMMITTERS_SHOWN = 3
const SHA_CHARACTERS = 11
const NO_COMMIT = /^0{40}$/

export const shortSha = (sha: string): string => sha.slice(0, SHA_CHARACTERS)

/** Returns whether a ref is created or removed by a push: one of its ends is no commit. */
export const isNoCommit = (sha: string | null | undefined): boolean => NO_COMMIT.test(sha ?? '')

export const branchOf = (ref: string): string => ref.replace(/^refs\/heads\//, '')
export const tagOf = (ref: string): string => ref.replace(/^refs\/tags\//, '')

/** Returns whether the option `branches` drops this branch. */
export const isDropped = (branch: string, branches: string | undefined): boolean =>
  branches !== undefined && !branches.includes(branch)

export function pushText({ user, branch, commits, compare, isForced, isRemoved, hasMore }: Push): string {
  if (commits.length === 0) {
    const verb = isRemoved ? 'deleted' : isForced ? 'force pushed' : 'pushed'
    return `${user} ${link(verb, compare)} the branch ${branch}.`
  }
  const verb = link(isForced ? 'force pushed' : 'pushed', compare)
  const sentence = `${user} ${verb} ${counted(commits.length, 'commit')} to branch ${branch}.`
  const committers = committersOf(commits, user)
  return `${sentence}${committers ? ` Commits by ${committers}.` : ''}\n\n${commitList(commits, hasMore)}`
}

/** Returns the list of the first commits, and the number of the others. */
function commitList(commits: readonly Commit[], hasMore = false): string {
  const lines = commits
    .slice(0, COMMITS_SHOWN)
    .map(({ message, sha, url }) => `* ${firstLine(message)} (${link(shortSha(sha), url)})`)
  const more = commits.length - COMMITS_SHOWN
  if (hasMore) lines.push('[and more commit(s)]')
  else if (more > 0) lines.push(`[and ${more} more commit(s)]`)
  return lines.join('\n')
}

function committersOf(commits: readonly Commit[], user: string): string | undefined {
  const counts = new Map<string, number>()
  for (const { name } of commits) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (counts.size === 1 && counts.has(user)) return undefined
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const others = sorted.slice(COMMITTERS_SHOWN).reduce((sum, [, count]) => sum + count, 0)
  const first = sorted.slice(0, COMMITTERS_SHOWN)
  return listed((others > 0 ? [...first, ['others', others]] : first).map(([name, count]) => `${name} (${count})`))
}

export type Item = {
  user: string
  action: string
  number: number | string
  url: string
  /** Only if the topic does not have it. */
  title?: string
  text?: string | null
  from?: string
  to?: string
  assignees?: readonly string[]
  reviewers?: readonly string[]
  kind?: string
}

/** Returns the text of a pull request or an issue: what the user did with it, and its description. */
export function itemText({ kind = 'PR', title, ...item }: Item): string {
  const { user, action, number, url, from, to, text, assignees = [], reviewers = [] } = item
  let sentence = `${user} ${action} [${kind}${number === '' ? '' : ` #${number}`}${title ? ` ${title}` : ''}](${url})`
  if (from && to) sentence += ` from \`${from}\` to \`${to}\``
  if (assignees.length > 0) sentence += ` (assigned to ${listed(assignees)})`
  if (reviewers.length > 0) sentence += ` (assigned reviewers: ${reviewers.join(', ')})`
  const isEnded = title !== undefined && !(from && to) && assignees.length === 0 && endsSentence(title)
  if (!isEnded) return withQuote(sentence, text)
  return text ? `${sentence}\n\n${quoted(text)}` : sentence
}

export const issueText = (item: Omit<Item, 'kind'>): string => itemText({ ...item, kind: 'issue' })

type CommitComment = { user: string; action: string; url: string; sha: string; text?: string | null }

export function commitCommentText({ user, action, url, sha, text }: CommitComment): string {
  const sentence = `${user} ${action} on [${shortSha(sha)}](${url})`
  return text ? `${sentence}:\n${quoted(text)}` : `${sentence}.`
}

export const tagText = (user: string, action: string, tag: string, url?: string): string =>
  endedAfter(tag, `${user} ${action} tag ${link(tag, url)}`)

export const branchCreatedText = (user: string, branch: string, url?: string): string =>
  `${user} created ${link(branch, url)} branch.`

export const branchDeletedText = (user: string, branch: string): string => `${user} deleted branch ${branch}.`

type Release = { user: string; action: string; name: string; tag: string; url: string }

export const releaseText = ({ user, action, name, tag, url }: Release): string =>
  `${user} ${action} release [${name}](${url}) for tag ${tag}.`

/** The topics of git hosts. A title is in the topic only once. */
export const branchTopic = (repository: string, branch: string): string => `${repository} / ${branch}`
export const itemTopic = (repository: string, kind: string, number: number | string, title?: string | null): string =>
  `${repository} / ${kind} #${number}${title ? ` ${title}` : ''}`
