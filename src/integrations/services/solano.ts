import { many, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { shortSha } from '../wording/git'

const MARKS: Readonly<Record<string, string>> = {
  passed: ':thumbs_up:',
  failed: ':thumbs_down:',
  error: ':thumbs_down:',
  running: ':arrows_counterclockwise:',
}
const body = one({
  url: text,
  status: text,
  commit_id: text,
  committers: maybe(many(text)),
  repository: one({ url: text }),
})

const updated: AnyEvent = on(body, ({ url, status, commit_id, committers, repository }) => {
  const home = /@(.*)$/.exec(repository.url)?.[1] ?? repository.url
  return {
    topic: 'build update',
    content: [
      `Build update (see [build log](${url})):`,
      `* **Author**: ${committers?.[0] ?? 'Unknown'}`,
      `* **Commit**: [${shortSha(commit_id)}](${home}/commit/${commit_id})`,
      `* **Status**: ${status} ${MARKS[status] ?? ''}`.trimEnd(),
    ].join('\n'),
  }
})

export const solano = integration({
  title: 'SolanoLabs',
  reads: json,
  event: (value) => textAt(value, 'event') ?? '',
  events: {
    test: on(one({}), () => ({ topic: 'build update', content: 'Solano webhook set up correctly.' })),
    '*': updated,
  },
})
