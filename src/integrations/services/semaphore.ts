import { address, at, maybe, number, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { branchOf, shortSha } from '../wording/git'
import { firstLine, link } from '../wording/words'

/** The first version of the service reports builds and deploys, and the second one pipelines. */
const commit = one({ id: text, url: address, message: text, author_email: maybe(text) })
type Commit = { id: string; url: string; message: string; author_email?: string | null }
const summaryOf = ({ id, url, message, author_email }: Commit) =>
  `* **Commit**: [${shortSha(id)}: ${firstLine(message)}](${url})${author_email ? `\n* **Author**: ${author_email}` : ''}`

const classic = { project_name: text, branch_name: text, result: text }

const named = maybe(one({ name: text }))
const pipeline = one({
  project: one({ name: text }),
  organization: one({ name: text }),
  workflow: one({ id: text }),
  pipeline: one({ name: text, result: text }),
  repository: maybe(one({ url: maybe(text) })),
  revision: one({
    sender: one({ login: text }),
    reference: text,
    reference_type: maybe(text),
    commit_sha: text,
    commit_message: text,
    branch: named,
    tag: named,
    pull_request: one({ name: text, number: text, branch_name: text }),
  }),
})
type Pipeline = {
  organization: { name: string }
  workflow: { id: string }
  pipeline: { name: string; result: string }
}
const pipelineTitle = ({ organization, workflow, pipeline: run }: Pipeline) =>
  `[${run.name}](https://${organization.name}.semaphoreci.com/workflows/${workflow.id}) pipeline **${run.result}**`

type Hosted = { repository?: { url?: string | null } | null; revision: { sender: { login: string } } }

/** The service says where a repository is, but not where its commits are. For GitHub, that is known. */
const githubOf = ({ repository }: Hosted): string | undefined =>
  repository?.url?.startsWith('https://github.com/') ? repository.url : undefined

const authorOf = (body: Hosted): string => {
  const { login } = body.revision.sender
  return link(login, githubOf(body) && `https://github.com/${login}`)
}

function eventOf(body: unknown): string {
  const event = textAt(body, 'event')
  if (event !== undefined) return event === 'build' || event === 'deploy' ? event : 'unknown'
  const type = textAt(body, 'revision', 'reference_type') ?? ''
  if (['branch', 'tag', 'pull_request'].includes(type)) return type
  return at(body, 'pipeline') === undefined ? 'unknown' : 'pipeline'
}

export const semaphore = integration({
  title: 'Semaphore',
  category: 'continuous-integration',
  setup: 'Settings → Notifications → New notification → Webhook.',
  reads: json,
  event: eventOf,
  events: {
    build: on(one({ ...classic, build_number: number, build_url: address, commit }), (body) => ({
      topic: `${body.project_name}/${body.branch_name}`,
      content: `[Build ${body.build_number}](${body.build_url}) ${body.result}:\n${summaryOf(body.commit)}`,
    })),
    deploy: on(
      one({
        ...classic,
        number,
        html_url: address,
        build_number: number,
        build_html_url: address,
        server_name: text,
        commit,
      }),
      (body) => ({
        topic: `${body.project_name}/${body.branch_name}`,
        content:
          `[Deploy ${body.number}](${body.html_url}) of [build ${body.build_number}](${body.build_html_url}) ` +
          `${body.result}:\n${summaryOf(body.commit)}\n* **Server**: ${body.server_name}`,
      }),
    ),
    branch: on(pipeline, (body) => {
      const { revision } = body
      const branch = revision.branch?.name ?? branchOf(revision.reference)
      const home = githubOf(body)
      const sha = link(`(${shortSha(revision.commit_sha)})`, home && `${home}/commit/${revision.commit_sha}`)
      return {
        topic: `${body.project.name}/${branch}`,
        content:
          `${pipelineTitle(body)}:\n* **Commit**: ${sha} ${firstLine(revision.commit_message)}\n` +
          `* **Branch**: ${branch}\n* **Author**: ${authorOf(body)}`,
      }
    }),
    tag: on(pipeline, (body) => {
      const tag = body.revision.tag?.name ?? ''
      const home = githubOf(body)
      const name = link(tag, home && `${home}/tree/${tag}`)
      return {
        topic: body.project.name,
        content: `${pipelineTitle(body)}:\n* **Tag**: ${name}\n* **Author**: ${authorOf(body)}`,
      }
    }),
    pull_request: on(pipeline, (body) => {
      const { name, number: id, branch_name } = body.revision.pull_request
      const home = githubOf(body)
      // Only a link makes the number dispensable.
      const pull = home ? `[${name}](${home}/pull/${id})` : `${name} (#${id})`
      return {
        topic: `${body.project.name}/${branch_name}`,
        content:
          `${pipelineTitle(body)}:\n* **Pull request**: ${pull}\n* **Branch**: ${branch_name}\n` +
          `* **Author**: ${authorOf(body)}`,
      }
    }),
    pipeline: on(pipeline, (body) => ({
      topic: body.project.name,
      content: `${pipelineTitle(body)} for ${body.revision.reference_type} event`,
    })),
    unknown: on(
      one({ event: maybe(text), result: maybe(text), project_name: maybe(text), branch_name: maybe(text) }),
      (body) => ({
        topic: [body.project_name, body.branch_name].filter(Boolean).join('/') || 'Semaphore',
        content: `${body.event ?? 'unknown'}: ${body.result ?? 'unknown result'}`,
      }),
    ),
  },
  signature: hmac({ header: 'x-semaphore-signature-256', prefix: 'sha256=' }),
})
