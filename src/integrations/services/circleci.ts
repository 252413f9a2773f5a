import { address, maybe, number, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { shortSha } from '../wording/git'

const commit = one({ subject: maybe(text), author: maybe(one({ name: maybe(text) })) })
const vcs = one({
  provider_name: text,
  target_repository_url: address,
  revision: text,
  branch: maybe(text),
  tag: maybe(text),
  commit: maybe(commit),
})
const gitlab = one({
  web_url: address,
  commit_title: maybe(text),
  commit_author_name: maybe(text),
  branch: maybe(text),
  tag: maybe(text),
  checkout_sha: text,
})
const pipeline = one({
  number,
  vcs: maybe(vcs),
  trigger: maybe(one({ type: maybe(text) })),
  trigger_parameters: maybe(one({ gitlab: maybe(gitlab) })),
})
const project = one({ name: text })

const OUTCOMES: Readonly<Record<string, string>> = {
  success: 'has succeeded',
  failed: 'has failed',
  canceled: 'was canceled',
  unauthorized: 'was unauthorized',
  error: 'had an error',
}

type Commit = {
  url: string
  sha: string
  subject?: string | null
  author?: string | null
  branch?: string | null
  tag?: string | null
}
type Pipeline = {
  number: number
  vcs?: {
    provider_name: string
    target_repository_url: string
    revision: string
    branch?: string | null
    tag?: string | null
    commit?: { subject?: string | null; author?: { name?: string | null } | null } | null
  } | null
  trigger_parameters?: {
    gitlab?: {
      web_url: string
      commit_title?: string | null
      commit_author_name?: string | null
      branch?: string | null
      tag?: string | null
      checkout_sha: string
    } | null
  } | null
}

/** A pipeline of GitLab has its commit in the parameters of its trigger. */
function commitOf({ vcs: found, trigger_parameters }: Pipeline): Commit | undefined {
  const parameters = trigger_parameters?.gitlab
  if (parameters) {
    const { web_url, checkout_sha: sha, commit_title: subject, commit_author_name: author, branch, tag } = parameters
    return { url: `${web_url}/-/commit/${sha}`, sha, subject, author, branch, tag }
  }
  if (!found) return undefined
  const { target_repository_url, revision: sha, provider_name, branch, tag } = found
  const path = provider_name === 'bitbucket' ? 'commits' : 'commit'
  const { subject, author } = found.commit ?? {}
  return { url: `${target_repository_url}/${path}/${sha}`, sha, subject, author: author?.name, branch, tag }
}

/** Returns what triggered a pipeline: a commit, a tag, or a person. */
function triggerText(found: Pipeline): string {
  const source = commitOf(found)
  if (source === undefined) return ''
  const { url, sha, subject, author, branch, tag } = source
  if (subject)
    return (
      `\n\nTriggered on [\`${shortSha(sha)}: ${subject}\`](${url}) on branch \`${branch ?? tag ?? ''}\`` +
      `${author ? ` by ${author}` : ''}.`
    )
  if (!branch) return `\n\nTriggered on the latest tag on [${shortSha(sha)}](${url}).`
  return `\n\nTriggered on \`${branch}\`'s HEAD on [${shortSha(sha)}](${url}).`
}

const outcomeOf = (status: string) => OUTCOMES[status] ?? `has the status ${status}`

export const circleci = integration({
  title: 'CircleCI',
  category: 'continuous-integration',
  setup: 'Project settings → Webhooks → Add webhook, for workflow and job completed.',
  reads: json,
  event: (body) => textAt(body, 'type') ?? '',
  events: {
    ping: on(one({ webhook: one({ name: text }) }), ({ webhook }) => ({
      topic: 'Test event',
      content: `Webhook '${webhook.name}' test event successful.`,
    })),
    'job-completed': on(
      one({ job: one({ name: text, status: text }), pipeline, project }),
      ({ job, pipeline: found, project: { name } }) => ({
        topic: name,
        content: `Job \`${job.name}\` within Pipeline #${found.number} ${outcomeOf(job.status)}.${triggerText(found)}`,
      }),
    ),
    'workflow-completed': on(
      one({ workflow: one({ name: text, status: text, url: address }), pipeline, project }),
      ({ workflow, pipeline: found, project: { name } }) => ({
        topic: name,
        content:
          `Workflow [\`${workflow.name}\`](${workflow.url}) within Pipeline #${found.number} ` +
          `${outcomeOf(workflow.status)}.${triggerText(found)}`,
      }),
    ),
  },
  signature: hmac({ header: 'circleci-signature', prefix: 'v1=' }),
})
