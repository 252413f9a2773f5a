import { address, many, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { shortSha } from '../wording/git'

const MARKS: Readonly<Record<string, string>> = {
  passed: ':thumbs_up:',
  failed: ':thumbs_down:',
  error: ':thumbs_down:',
  running: ':arrows_counterclockwise:',
}
/** Where each host shows a commit. Of other hosts, only the repository is known. */
const PATHS: readonly [host: string, path: string][] = [
  ['github', 'commit'],
  ['bitbucket', 'commits'],
  ['gitlab', 'pipelines'],
]
const body = one({
  url: address,
  status: text,
  commit_id: text,
  committers: maybe(many(text)),
  repository: one({ url: address }),
})

const updated: AnyEvent = on(body, ({ url, status, commit_id, committers, repository }) => {
  const home = repository.url.slice(repository.url.indexOf('@') + 1)
  const path = PATHS.find(([host]) => repository.url.includes(host))?.[1]
  return {
    topic: 'build update',
    content: [
      `Build update (see [build log](${url})):`,
      `* **Author**: ${committers?.[0] ?? 'Unknown'}`,
      `* **Commit**: [${shortSha(commit_id)}](${home}${path === undefined ? '' : `/${path}/${commit_id}`})`,
      `* **Status**: ${status} ${MARKS[status] ?? ''}`.trimEnd(),
    ].join('\n'),
  }
})

export const solano = integration({
  title: 'SolanoLabs',
  display_name: 'Solano Labs',
  category: 'continuous-integration',
  setup: 'Organization → Web hooks. The service ended.',
  reads: json,
  event: (value) => textAt(value, 'event') ?? '',
  events: {
    test: on(one({}), () => ({ topic: 'build update', content: 'Solano webhook set up correctly.' })),
    '*': updated,
  },
})
