import { address, firstOf, many, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { shortSha } from '../wording/git'

const modification = one({ user_name: text, comment: maybe(text) })
const revision = one({ modifications: firstOf(modification), material: one({ description: text }) })
const result = maybe(text)
const build_cause = one({ material_revisions: firstOf(revision) })

/** The pipelines of older plug-ins. A delivery does not say where the server is, but the address can. */
const pipelineBuilt: AnyEvent = on(
  one({ build_cause, stages: many(one({ result })), name: text }),
  ({ name, build_cause: cause, stages }, { option }) => {
    const server = option('url')?.replace(/\/$/, '')
    const { modifications: change, material } = cause.material_revisions
    const outcome = stages[0]?.result ?? 'Unknown'
    return {
      topic: /URL: ([^,\s]+)/.exec(material.description)?.[1] ?? material.description,
      content: [
        `Author: ${change.user_name}`,
        `Build status: ${outcome} ${outcome === 'Passed' ? ':thumbs_up:' : ':thumbs_down:'}`,
        ...(server ? [`Details: [build log](${server}/go/tab/pipeline/history/${name})`] : []),
        `Comment: ${change.comment ?? ''}`,
      ].join('\n'),
    }
  },
)

const stage = one({
  name: text,
  state: text,
  result,
  'create-time': text,
  'last-transition-time': maybe(text),
  jobs: many(one({ name: text, result })),
})
const git = maybe(one({ url: address, branch: text }))
const cause = one({ material: one({ 'git-configuration': git }), modifications: many(one({ revision: text })) })
const data = one({ pipeline: one({ name: text, 'build-cause': firstOf(cause), stage }) })

type Cause = {
  material: { 'git-configuration'?: { url: string; branch: string } | null }
  modifications: readonly { revision: string }[]
}

const commitOf = ({ material, modifications }: Cause): string => {
  const sha = shortSha(modifications[0]?.revision ?? '')
  const source = material['git-configuration']
  return source ? `[\`${sha}\`](${source.url}/commit/${sha}) on branch \`${source.branch}\`` : `\`${sha}\``
}

/** Returns a line for each result, with the jobs that have it. */
function jobLines(jobs: readonly { name: string; result?: string | null }[]): string[] {
  const byResult = Map.groupBy(jobs, (job) => job.result ?? 'Unknown')
  return [...byResult].map(([name, some]) => `- **${name}**: ${some.map((job) => `\`${job.name}\``).join(', ')}`)
}

const stageChanged: AnyEvent = on(one({ data }), ({ data: { pipeline } }) => {
  const { name, stage: about, 'build-cause': firstCause } = pipeline
  const facts = [`- **Commit**: ${commitOf(firstCause)}`, `- **Started**: ${about['create-time']}`]
  const place = `${name} / ${about.name}`
  const state = about.state.toLowerCase()
  if (state === 'building') return { topic: place, content: [`**Pipeline building**: ${place}`, ...facts].join('\n') }
  const mark = about.result === 'Passed' ? ':green_circle:' : ':red_circle:'
  const finished = `- **Finished**: ${about['last-transition-time'] ?? ''}`
  const lines = [`${mark} **Build ${state}**: ${place}`, ...facts, finished, ...jobLines(about.jobs)]
  return { topic: place, content: lines.join('\n') }
})

export const gocd = integration({
  title: 'GoCD',
  category: 'continuous-integration',
  setup: 'Install the webhook notifier plug-in, and enter the address in its settings.',
  reads: json,
  options: ['url'],
  event: (body) => textAt(body, 'type') ?? 'pipeline',
  events: { pipeline: pipelineBuilt, stage: stageChanged },
  // An agent that changed its state is the business of the operator of the server.
  ignores: ['agent'],
})
