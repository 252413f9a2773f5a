import { at, maybe, number, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { branchOf, shortSha } from '../wording/git'
import { firstLine } from '../wording/words'

/** The first version of the service reports builds and deploys, and the second one pipelines. */
const commit = one({ id: text, url: text, message: text, author_email: maybe(text) })
const summaryOf = ({ id, url, message }: { id: string; url: string; message: string }) =>
  `* **Commit**: [${shortSha(id)}: ${firstLine(message)}](${url})`

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
    commit_sha: text,
    commit_message: text,
    branch: named,
    tag: named,
    pull_request: maybe(one({ name: text, number: text, branch_name: text })),
  }),
})
type Pipeline = {
  organization: { name: string }
  workflow: { id: string }
  pipeline: { name: string; result: string }
}
const pipelineTitle = ({ organization, workflow, pipeline: run }: Pipeline) =>
  `[${run.name}](https://${organization.name}.semaphoreci.com/workflows/${workflow.id}) pipeline **${run.result}**:`

function eventOf(body: unknown): string {
  const event = textAt(body, 'event')
  if (event !== undefined) return event === 'build' || event === 'deploy' ? event : 'unknown'
  const type = textAt(body, 'revision', 'reference_type') ?? ''
  return ['branch', 'tag', 'pull_request'].includes(type) && at(body, 'version') === '1.0.0' ? type : 'unknown'
}

export const semaphore = integration({
  title: 'Semaphore',
  reads: json,
  event: eventOf,
  events: {
    build: on(one({ ...classic, build_number: number, build_url: text, commit }), (body) => ({
      topic: `${body.project_name}/${body.branch_name}`,
      content:
        `[Build ${body.build_number}](${body.build_url}) ${body.result}:\n${summaryOf(body.commit)}\n` +
        `* **Author**: ${body.commit.author_email}`,
    })),
    deploy: on(
      one({
        ...classic,
        number,
        html_url: text,
        build_number: number,
        build_html_url: text,
        server_name: text,
        commit,
      }),
      (body) => ({
        topic: `${body.project_name}/${body.branch_name}`,
        content:
          `[Deploy ${body.number}](${body.html_url}) of [build ${body.build_number}](${body.build_html_url}) ` +
          `${body.result}:\n${summaryOf(body.commit)}\n` +
          `* **Author**: ${body.commit.author_email}\n* **Server**: ${body.server_name}`,
      }),
    ),
    branch: on(pipeline, (body) => {
      const { revision } = body
      const branch = revision.branch?.name ?? branchOf(revision.reference)
      const sha = shortSha(revision.commit_sha)
      const isGithub = body.repository?.url?.startsWith('https://github.com/') === true
      const link = isGithub ? `[(${sha})](${body.repository?.url}/commit/${revision.commit_sha})` : `(${sha})`
      return {
        topic: `${body.project.name}/${branch}`,
        content:
          `${pipelineTitle(body)}\n* **Commit**: ${link} ${firstLine(revision.commit_message)}\n` +
          `* **Branch**: ${branch}\n* **Author**: ${revision.sender.login}`,
      }
    }),
    tag: on(pipeline, (body) => {
      const tag = body.revision.tag?.name ?? ''
      const isGithub = body.repository?.url?.startsWith('https://github.com/') === true
      const link = isGithub ? `[${tag}](${body.repository?.url}/tree/${tag})` : tag
      return {
        topic: body.project.name,
        content: `${pipelineTitle(body)}\n* **Tag**: ${link}\n* **Author**: ${body.revision.sender.login}`,
      }
    }),
    pull_request: on(pipeline, (body) => {
      const pull = body.revision.pull_request!
      const isGithub = body.repository?.url?.startsWith('https://github.com/') === true
      const name = `${pull.name} (#${pull.number})`
      const link = isGithub ? `[${name}](${body.repository?.url}/pull/${pull.number})` : name
      return {
        topic: `${body.project.name}/${pull.branch_name}`,
        content:
          `${pipelineTitle(body)}\n* **Pull request**: ${link}\n* **Branch**: ${pull.branch_name}\n` +
          `* **Author**: ${body.revision.sender.login}`,
      }
    }),
    unknown: on(
      one({ event: maybe(text), result: maybe(text), project_name: maybe(text), branch_name: maybe(text) }),
      (body) => ({
        topic: body.project_name ? `${body.project_name}/${body.branch_name}` : 'Semaphore',
        content: `${body.event ?? 'unknown'}: ${body.result ?? 'unknown result'}`,
      }),
    ),
  },
})
