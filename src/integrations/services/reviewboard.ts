import { flag, many, maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { quotedWithTicks } from '../wording/words'

const titled = one({ title: text })
const request = one({
  id: number,
  summary: text,
  absolute_url: text,
  status: text,
  description: maybe(text),
  branch: maybe(text),
  target_people: maybe(many(titled)),
  links: one({ repository: maybe(titled), submitter: titled }),
})
type Request = { id: number; summary: string; absolute_url: string; links: { repository?: { title: string } | null } }

const linkTo = (about: Request) => `[#${about.id}: ${about.summary}](${about.absolute_url})`
const topicOf = (about: Request) => about.links.repository?.title ?? 'Review Board'

/** Returns `A`, `A and B`, or `A, B, and C`. */
const peopleOf = (people: readonly { title: string }[]) => {
  const names = people.map(({ title }) => `**${title}**`)
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

const reviewed = one({
  body_top: maybe(text),
  ship_it: maybe(flag),
  absolute_url: text,
  links: one({ user: titled }),
})

export const reviewboard = integration({
  title: 'ReviewBoard',
  reads: json,
  eventHeader: 'x-reviewboard-event',
  event: (_, { header }) => header('x-reviewboard-event'),
  events: {
    review_request_published: on(one({ review_request: request, is_new: maybe(flag) }), ({ review_request: about }) => {
      const lines = [
        `**Description**: ${about.description ?? ''}`,
        `**Status**: ${about.status}`,
        `**Target people**: ${peopleOf(about.target_people ?? [])}`,
        ...(about.branch ? [`**Branch**: ${about.branch}`] : []),
      ]
      return {
        topic: topicOf(about),
        content: `**${about.links.submitter.title}** opened ${linkTo(about)}:\n\n${quotedWithTicks(lines.join('\n'))}`,
      }
    }),
    review_request_reopened: on(one({ review_request: request }), ({ review_request: about }) => {
      const lines = [
        `**Description**: ${about.description ?? ''}`,
        `**Status**: ${about.status}`,
        `**Target people**: ${peopleOf(about.target_people ?? [])}`,
        ...(about.branch ? [`**Branch**: ${about.branch}`] : []),
      ]
      return {
        topic: topicOf(about),
        content: `**${about.links.submitter.title}** reopened ${linkTo(about)}:\n\n${quotedWithTicks(lines.join('\n'))}`,
      }
    }),
    review_request_closed: on(
      one({ review_request: request, close_type: maybe(text), closed_by: maybe(one({ username: text })) }),
      ({ review_request: about, close_type, closed_by }) => {
        const lines = [
          `**Description**: ${about.description ?? ''}`,
          `**Status**: ${about.status}`,
          `**Target people**: ${peopleOf(about.target_people ?? [])}`,
          `**Close type**: ${close_type}`,
        ]
        const user = closed_by?.username ?? about.links.submitter.title
        return {
          topic: topicOf(about),
          content: `**${user}** closed ${linkTo(about)}:\n\n${quotedWithTicks(lines.join('\n'))}`,
        }
      },
    ),
    review_published: on(one({ review_request: request, review: reviewed }), ({ review_request: about, review }) => ({
      topic: topicOf(about),
      content:
        `**${review.links.user.title}** [reviewed](${review.absolute_url}) ${linkTo(about)}` +
        `${review.body_top ? `:\n\n**Review**:\n${quotedWithTicks(review.body_top)}` : '.'}`,
    })),
    reply_published: on(one({ review_request: request, reply: reviewed }), ({ review_request: about, reply }) => ({
      topic: topicOf(about),
      content:
        `**${reply.links.user.title}** [replied](${reply.absolute_url}) to ${linkTo(about)}` +
        `${reply.body_top ? `:\n\n**Reply**:\n${quotedWithTicks(reply.body_top)}` : '.'}`,
    })),
  },
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha1=', algorithm: 'sha1' }),
})
