import { address, anything, dictionary, flag, many, maybe, maybeAddress, one, text, textAt } from '../fields'
import { on, type AnyEvent } from '../integration'
import {
  branchOf,
  branchTopic,
  commitCommentText,
  pushText,
  releaseText,
  shortSha,
  tagOf,
  tagText,
} from '../wording/git'
import { configured, link, quoted } from '../wording/words'
import { linkedUser, login, repository } from './github-fields'

const sender = linkedUser

const fields = { repository, sender }
const topicOf = (body: { repository: { name: string } }) => body.repository.name
const linkTo = (body: { repository: { full_name: string; html_url: string } }) =>
  link(body.repository.full_name, body.repository.html_url)

const commit = one({
  id: text,
  url: address,
  message: text,
  author: one({ name: text, username: maybe(text) }),
})
const pushed = on(
  one({ ...fields, ref: text, compare: address, deleted: maybe(flag), forced: maybe(flag), commits: many(commit) }),
  (body) => {
    const branch = branchOf(body.ref)
    const commits = body.commits.map(({ id, url, message, author }) => ({
      name: author.username || author.name,
      sha: id,
      url,
      message,
    }))
    const { compare, deleted, forced } = body
    const content = pushText({
      user: body.sender.login,
      branch,
      commits,
      compare,
      isRemoved: deleted === true,
      isForced: forced === true,
    })
    return { topic: branchTopic(topicOf(body), branch), content }
  },
)

const createdOrDeleted = (verb: string) =>
  on(one({ ...fields, ref_type: text, ref: maybe(text) }), (body) => ({
    topic: topicOf(body),
    content: `${body.sender.login} ${verb} ${body.ref_type}${body.ref ? ` ${body.ref}` : ''}.`,
  }))

const PAGE_STATUS: Readonly<Record<string, string>> = {
  null: 'has yet to be built',
  building: 'is being built',
  errored: 'has failed',
  built: 'has finished building',
}
const build = one({ status: maybe(text), pusher: login, error: one({ message: maybe(text) }) })
const pageBuilt = on(one({ repository, build }), ({ build: { status, pusher, error }, ...body }) => {
  const outcome = PAGE_STATUS[status ?? 'null'] ?? `is ${status}`
  const reason = status === 'errored' && error.message ? `: \n${quoted(error.message)}` : ''
  return { topic: topicOf(body), content: `GitHub Pages build, triggered by ${pusher.login}, ${outcome}${reason}.` }
})

const teamChanges = dictionary(anything)
const teamEdited = on(
  one({
    sender,
    changes: maybe(teamChanges),
    team: one({ name: text, description: maybe(text), privacy: maybe(text) }),
  }),
  ({ changes: found, team, ...body }) => {
    const changes = found ?? {}
    const topic = `team ${team.name}`
    if (changes.description)
      return {
        topic,
        content: `**${body.sender.login}** changed the team description to:\n\n${quoted(team.description ?? '')}`,
      }
    if (changes.name)
      return { topic, content: `Team \`${textAt(changes, 'name', 'from') ?? ''}\` was renamed to \`${team.name}\`.` }
    if (changes.privacy)
      return {
        topic,
        content: team.privacy ? `Team visibility changed to \`${team.privacy}\`` : 'Team visibility changed.',
      }
    return { topic, content: `Team has changes to \`${Object.keys(changes).sort().join('/')}\` data.` }
  },
)

const membership = one({ action: text, sender, member: linkedUser, team: one({ name: text }), organization: login })
const checkRun = one({ name: text, html_url: address, status: text, conclusion: maybe(text), head_sha: text })
const status = one({
  ...fields,
  sha: text,
  state: text,
  target_url: maybeAddress,
  commit: one({ html_url: address }),
})

export const repositoryEvents: Record<string, AnyEvent> = {
  push_commits: pushed,
  push_tags: on(one({ ...fields, ref: text, created: flag }), (body) => ({
    topic: topicOf(body),
    content: tagText(body.sender.login, body.created ? 'pushed' : 'removed', tagOf(body.ref)),
  })),
  create: createdOrDeleted('created'),
  delete: createdOrDeleted('deleted'),
  page_build: pageBuilt,
  team: teamEdited,
  commit_comment: on(one({ ...fields, comment: one({ html_url: address, commit_id: text, body: text }) }), (body) => ({
    topic: topicOf(body),
    content: commitCommentText({
      user: body.sender.login,
      action: `[commented](${body.comment.html_url})`,
      url: body.comment.html_url.split('#', 1)[0]!,
      sha: body.comment.commit_id,
      text: body.comment.body,
    }),
  })),
  check_run: on(one({ repository, check_run: checkRun }), ({ check_run: run, ...body }) => ({
    topic: `${topicOf(body)} / checks`,
    content:
      `Check [${run.name}](${run.html_url}) ${run.status} (${run.conclusion}). ` +
      `([${shortSha(run.head_sha)}](${body.repository.html_url}/commit/${run.head_sha}))`,
  })),
  deployment: on(one({ ...fields, deployment: one({ environment: text }) }), (body) => ({
    topic: `${topicOf(body)} / Deployment on ${body.deployment.environment}`,
    content: `${body.sender.login} created new deployment.`,
  })),
  deployment_status: on(
    one({ repository, deployment: one({ environment: text }), deployment_status: one({ state: text }) }),
    (body) => ({
      topic: `${topicOf(body)} / Deployment on ${body.deployment.environment}`,
      content: `Deployment changed status to ${body.deployment_status.state}.`,
    }),
  ),
  fork: on(one({ ...fields, forkee: one({ name: text, html_url: address }) }), (body) => ({
    topic: topicOf(body),
    content: `${body.sender.login} forked [${body.forkee.name}](${body.forkee.html_url}).`,
  })),
  gollum: on(one({ ...fields, pages: many(one({ action: text, title: text, html_url: address })) }), (body) => ({
    topic: branchTopic(topicOf(body), 'wiki pages'),
    content: `${body.sender.login}:\n${body.pages
      .map((page) => `* ${page.action} [${page.title}](${page.html_url})`)
      .join('\n')}`,
  })),
  member: on(one({ ...fields, action: text, member: linkedUser }), ({ member, ...body }) => ({
    topic: topicOf(body),
    content:
      `${body.sender.login} ${body.action} [${member.login}](${member.html_url}) to ` +
      `${link(topicOf(body), body.repository.html_url)}.`,
  })),
  membership: on(membership, ({ member, team, organization, ...body }) => ({
    topic: `${organization.login} organization`,
    content:
      `${body.sender.login} ${body.action} [${member.login}](${member.html_url}) ` +
      `${body.action === 'removed' ? 'from' : 'to'} the ${team.name} team.`,
  })),
  ping: on(one({ sender, repository: maybe(repository), organization: maybe(login) }), (body, { title }) => ({
    topic: body.repository?.name ?? body.organization?.login ?? title,
    content: configured(title, body.sender.login),
  })),
  public: on(one(fields), (body) => ({
    topic: topicOf(body),
    content: `${body.sender.login} made the repository ${linkTo(body)} public.`,
  })),
  release: on(
    one({ ...fields, action: text, release: one({ name: maybe(text), tag_name: text, html_url: address }) }),
    ({ release, ...body }) => ({
      topic: topicOf(body),
      content: releaseText({
        user: body.sender.login,
        action: body.action,
        name: release.name || release.tag_name,
        tag: release.tag_name,
        url: release.html_url,
      }),
    }),
  ),
  repository: on(one({ ...fields, action: text }), (body) => ({
    topic: topicOf(body),
    content: `${body.sender.login} ${body.action} the repository ${linkTo(body)}.`,
  })),
  star: on(one({ ...fields, action: text }), (body) => ({
    topic: topicOf(body),
    content:
      `[${body.sender.login}](${body.sender.html_url}) ` +
      `${body.action === 'created' ? 'starred' : 'unstarred'} the repository ${linkTo(body)}.`,
  })),
  status: on(status, (body) => ({
    topic: topicOf(body),
    content:
      `[${shortSha(body.sha)}](${body.commit.html_url}) changed its status to ` +
      `${link(body.state, body.target_url)}.`,
  })),
  team_add: on(one({ repository, team: one({ name: text }) }), (body) => ({
    topic: topicOf(body),
    content: `The repository ${linkTo(body)} was added to team ${body.team.name}.`,
  })),
  watch: on(one(fields), (body) => ({
    topic: topicOf(body),
    content: `${body.sender.login} starred the repository ${linkTo(body)}.`,
  })),
}
