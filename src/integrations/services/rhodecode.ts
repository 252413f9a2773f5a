import { address, many, maybe, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { branchTopic, isDropped, pushText } from '../wording/git'

const commit = one({ raw_id: text, author: text, message: text, url: address, branch: maybe(text) })
const event = one({
  actor: one({ username: text }),
  repo: one({ repo_name: text }),
  push: one({ commits: many(commit), branches: many(one({ name: text })) }),
})

export const rhodecode = integration({
  title: 'RhodeCode',
  category: 'version-control',
  setup: 'Repository → Settings → Integrations → Webhook, with POST.',
  reads: json,
  options: ['branches'],
  event: (body) => textAt(body, 'event', 'name') ?? '',
  events: {
    'repo-push': on(one({ event }), ({ event: { actor, repo, push } }, { option }) => {
      const branch = push.branches[0]?.name ?? /^delete_branch=>(.*)$/.exec(push.commits[0]?.raw_id ?? '')?.[1] ?? ''
      if (isDropped(branch, option('branches'))) return undefined
      const commits = push.commits.map(({ raw_id: sha, author: name, message, url }) => ({ name, sha, url, message }))
      return {
        topic: branchTopic(repo.repo_name, branch),
        content: pushText({ user: actor.username, branch, commits }),
      }
    }),
  },
})
