import { address, many, maybe, one, text } from '../fields'
import { on, type AnyEvent } from '../integration'
import {
  branchDeletedText,
  branchOf,
  branchTopic,
  commitCommentText,
  isNoCommit,
  pushText,
  tagOf,
  tagText,
} from '../wording/git'
import { homeOf, inProject, nameOf, project, repository, user } from './gitlab-fields'

const place = { project: maybe(project), repository }
const commit = one({ id: text, url: address, message: text, author: one({ name: text }) })

const pushed = on(
  one({ ...place, ref: text, before: text, after: text, user_name: text, commits: many(commit) }),
  (body, delivery) => {
    const branch = branchOf(body.ref)
    const commits = body.commits.map(({ id: sha, url, message, author: { name } }) => ({ name, sha, url, message }))
    const content = isNoCommit(body.after)
      ? branchDeletedText(body.user_name, branch)
      : pushText({
          user: body.user_name,
          branch,
          commits,
          compare: `${homeOf(body)}/-/compare/${body.before}...${body.after}`,
        })
    return { topic: branchTopic(nameOf(body), branch), content: inProject(body, delivery, content) }
  },
)

const tagged = on(one({ ...place, ref: text, user_name: text, checkout_sha: maybe(text) }), (body, delivery) => ({
  topic: nameOf(body),
  content: inProject(
    body,
    delivery,
    tagText(body.user_name, body.checkout_sha ? 'pushed' : 'removed', tagOf(body.ref)),
  ),
}))

const wikiChanged = (verb: string) =>
  on(one({ ...place, user, object_attributes: one({ title: text, url: address }) }), (body, delivery) => {
    const page = body.object_attributes
    const content = `${body.user.name} ${verb} [wiki page "${page.title}"](${page.url}).`
    return { topic: nameOf(body), content: inProject(body, delivery, content) }
  })

export const repositoryEvents: Record<string, AnyEvent> = {
  'Push Hook': pushed,
  'Tag Push Hook': tagged,
  'Test Hook': on(one(place), (body, delivery) => ({
    topic: nameOf(body),
    content: inProject(body, delivery, `Webhook for **${nameOf(body)}** has been configured successfully! :tada:`),
  })),
  'Wiki Page Hook create': wikiChanged('created'),
  'Wiki Page Hook update': wikiChanged('updated'),
  'Wiki Page Hook delete': wikiChanged('deleted'),
  'Note Hook Commit': on(
    one({
      ...place,
      user,
      object_attributes: one({ url: address, note: text }),
      commit: one({ id: text, url: address }),
    }),
    (body, delivery) => ({
      topic: nameOf(body),
      content: inProject(
        body,
        delivery,
        commitCommentText({
          user: body.user.name,
          action: `[commented](${body.object_attributes.url})`,
          url: body.commit.url,
          sha: body.commit.id,
          text: body.object_attributes.note,
        }),
      ),
    }),
  ),
}
