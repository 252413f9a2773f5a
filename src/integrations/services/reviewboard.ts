import { address, flag, many, maybe, maybeAddress, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { NO_ADDRESS } from '../missing-addresses'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { quotedWithTicks } from '../wording/words'

const titled = one({ title: text })
const request = one({
  id: number,
  summary: text,
  absolute_url: address,
  status: text,
  description: maybe(text),
  branch: maybe(text),
  target_people: maybe(many(titled)),
  links: one({ repository: maybe(titled), submitter: titled, self: maybe(one({ href: address })) }),
})
type Request = { id: number; summary: string; absolute_url: string; links: { repository?: { title: string } | null } }

const linkTo = (about: Request) => `[#${about.id}: ${about.summary}](${about.absolute_url})`
const topicOf = (about: Request) => about.links.repository?.title ?? 'Review Board'

/** Returns `A`, `A, and B`, or `A, B, and C`. */
const peopleOf = (people: readonly { title: string }[]) => {
  const names = people.map(({ title }) => `**${title}**`)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

type Details = {
  description?: string | null
  status: string
  branch?: string | null
  target_people?: readonly { title: string }[] | null
}

/** Returns the quote about a request. Without more to say, it has an empty line, as in Zulip. */
function detailsOf({ description, status, target_people, branch }: Details, closed: readonly string[] = []): string {
  const more = [...closed, ...(branch ? [`**Branch**: ${branch}`] : [])]
  const lines = [
    `**Description**: ${description ?? ''}`,
    `**Status**: ${status}`,
    `**Target people**: ${peopleOf(target_people ?? [])}`,
    more.join('\n'),
  ]
  return quotedWithTicks(lines.join('\n'))
}

const reviewed = one({
  body_top: maybe(text),
  ship_it: maybe(flag),
  absolute_url: maybeAddress,
  links: one({ user: titled, self: maybe(one({ href: address })) }),
})

export const reviewboard = integration({
  title: 'ReviewBoard',
  display_name: 'Review Board',
  category: 'version-control',
  setup: 'Admin → WebHooks → Add, with JSON. Choose the events.',
  reads: json,
  eventHeader: 'x-reviewboard-event',
  event: (_, { header }) => header('x-reviewboard-event'),
  events: {
    review_request_published: on(one({ review_request: request }), ({ review_request: about }) => ({
      topic: topicOf(about),
      content: `**${about.links.submitter.title}** opened ${linkTo(about)}:\n\n${detailsOf(about)}`,
    })),
    review_request_reopened: on(
      one({ review_request: request, reopened_by: maybe(one({ username: text })) }),
      ({ review_request: about, reopened_by }) => {
        const user = reopened_by?.username ?? about.links.submitter.title
        return { topic: topicOf(about), content: `**${user}** reopened ${linkTo(about)}:\n\n${detailsOf(about)}` }
      },
    ),
    review_request_closed: on(
      one({ review_request: request, close_type: maybe(text), closed_by: maybe(one({ username: text })) }),
      ({ review_request: about, close_type, closed_by }) => {
        const user = closed_by?.username ?? about.links.submitter.title
        const details = detailsOf(about, [`**Close type**: ${close_type}`])
        return { topic: topicOf(about), content: `**${user}** closed ${linkTo(about)}:\n\n${details}` }
      },
    ),
    review_published: on(one({ review_request: request, review: reviewed }), ({ review_request: about, review }) => ({
      topic: topicOf(about),
      content:
        `**${review.links.user.title}** [reviewed](${review.absolute_url ?? NO_ADDRESS}) ${linkTo(about)}` +
        `${review.body_top ? `:\n\n**Review**:\n${quotedWithTicks(review.body_top)}` : '.'}`,
    })),
    // Zulip links to the addresses of the API here.
    reply_published: on(one({ review_request: request, reply: reviewed }), ({ review_request: about, reply }) => {
      const target = { ...about, absolute_url: about.links.self?.href ?? about.absolute_url }
      const address = reply.links.self?.href ?? reply.absolute_url ?? NO_ADDRESS
      const start = `**${reply.links.user.title}** [replied](${address}) to ${linkTo(target)}`
      return {
        topic: topicOf(about),
        content: reply.body_top ? `${start}:\n\n**Reply**:\n${quotedWithTicks(reply.body_top)}` : `${start}.`,
      }
    }),
  },
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha1=', algorithm: 'sha1' }),
})
