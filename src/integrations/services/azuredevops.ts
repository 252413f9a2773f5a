import { address, at, firstOf, many, maybe, maybeAddress, number, one, text, textAt } from '../fields'
import { integration, on, type Delivery } from '../integration'
import { json } from '../read-body'
import { branchOf, branchTopic, isDropped, itemText, itemTopic, pushText } from '../wording/git'

const repository = one({ name: text, remoteUrl: address })
const commit = one({ commitId: text, comment: maybe(text), author: one({ name: text }) })
const push = one({
  refUpdates: firstOf(one({ name: text, oldObjectId: text, newObjectId: text })),
  repository,
  pushedBy: one({ displayName: text }),
  commits: maybe(many(commit)),
})
const pull = one({
  pullRequestId: number,
  title: text,
  repository: one({ name: text, webUrl: maybeAddress, remoteUrl: address }),
  createdBy: one({ displayName: text }),
  description: maybe(text),
  sourceRefName: text,
  targetRefName: text,
  _links: maybe(one({ web: maybe(one({ href: maybeAddress })) })),
})
const message = maybe(one({ markdown: maybe(text) }))

type Repository = { name: string; webUrl?: string | null; remoteUrl: string }
// The address for git has the name of the organization before an @.
const urlOf = ({ webUrl, remoteUrl }: Repository) => webUrl ?? remoteUrl.replace(/\/\/[^/@]*@/, '//')

const pullRequestChanged = (action: string) =>
  on(one({ resource: pull, detailedMessage: message }), ({ resource, detailedMessage }) => {
    const isMerged = action === 'merged'
    const isCreated = action === 'created'
    const { pullRequestId: id, title, repository: repo, createdBy } = resource
    return {
      topic: itemTopic(repo.name, 'PR', id, title),
      content: itemText({
        user: createdBy.displayName,
        action,
        number: id,
        title,
        url: resource._links?.web?.href ?? `${urlOf(repo)}/pullrequest/${id}`,
        ...(isMerged || isCreated
          ? { from: branchOf(resource.sourceRefName), to: branchOf(resource.targetRefName) }
          : {}),
        text: isCreated ? resource.description : isMerged ? undefined : detailedMessage?.markdown,
      }),
    }
  })

function eventOf(body: unknown): string | undefined {
  const event = textAt(body, 'eventType') ?? ''
  if (event !== 'git.pullrequest.merged') return event
  const isMerged = at(body, 'resource', 'status') === 'completed' && at(body, 'resource', 'mergeStatus') === 'succeeded'
  return isMerged ? event : undefined
}

export const azuredevops = integration({
  title: 'AzureDevOps',
  display_name: 'Azure DevOps',
  category: 'version-control',
  setup: 'Project settings → Service hooks → + → Web Hooks, for code pushed and pull requests.',
  reads: json,
  options: ['branches'],
  event: eventOf,
  events: {
    'git.push': on(one({ resource: push }), ({ resource }, { option }: Delivery) => {
      const update = resource.refUpdates
      const branch = branchOf(update.name)
      if (isDropped(branch, option('branches'))) return undefined
      const url = urlOf(resource.repository)
      const range = `baseVersion=GC${update.oldObjectId}&targetVersion=GC${update.newObjectId}`
      const commits = (resource.commits ?? []).map(({ commitId, comment, author: { name } }) => ({
        name,
        sha: commitId,
        url: `${url}/commit/${commitId}`,
        message: comment ?? '',
      }))
      const compare = `${url}/branchCompare?${range}&_a=files`
      const content = pushText({ user: resource.pushedBy.displayName, branch, commits, compare })
      return { topic: branchTopic(resource.repository.name, branch), content }
    }),
    'git.pullrequest.created': pullRequestChanged('created'),
    'git.pullrequest.updated': pullRequestChanged('updated'),
    'git.pullrequest.merged': pullRequestChanged('merged'),
  },
})
