import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, naturalNumber, optional } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import type { MessageBody } from '../../../realm'
import { anyUser } from '../../people/users/callers'
import { newestIdSentBefore } from '../message-index/storage'
import { badNarrow, badNarrowCombination, narrowParam } from '../narrows/term'
import { fetchPage, rangeForWorker } from '../pages/fetch-page'
import { fetchInTurns, turnSteps } from '../pages/fetch-in-turns'
import { anchorId } from '../pages/page-rules'
import { beginSearch } from './candidates'
import { describeMatches } from './match-facts'
import { rankedWords, wordsIn } from './match-rules'
import { searchPiece, type FindRequest, type SearchRange } from './search-page'
import { searchSteps } from './steps'
import { splitSearch } from './terms'

/** Of a request. Each match costs rows of the realm and of D1. */
const MAX_MATCHES = 1000

const matchShape = named(
  'SearchMatch',
  v.strictObject({
    id: v.number(),
    sender_id: v.number(),
    timestamp: v.number(),
    conversation: v.number(),
    has: v.array(v.picklist(['link', 'image', 'attachment', 'reaction'])),
    is_mentioned: v.boolean(),
    words_in_topic: v.number(),
    occurrences: v.number(),
    length: v.number(),
    is_literal: v.boolean(),
  }),
)

const conversationShape = named(
  'MatchedConversation',
  v.strictObject({
    stream_id: v.optional(v.number()),
    topic: v.optional(v.string()),
    user_ids: v.optional(v.array(v.number())),
  }),
)

export const searchMessages = endpoint.decision({
  route: 'GET /parley/search',
  summary: 'Get what a client needs to count, group and order the messages of a narrow.',
  note:
    `The response has up to ${MAX_MATCHES} messages of the narrow, the newest first, without their texts. If there may be more, \`next\` ` +
    'is the `before` of the next request, and `looked_back_to` the time in seconds up to which this one has looked; otherwise both ' +
    'are `null`. A search with many candidates and few matches takes several requests, and some of them find nothing. `GET /messages` with `message_ids` and the same narrow returns the ' +
    'messages with the words marked. `conversation` is an index of `conversations`: a conversation has `stream_id` and `topic`, ' +
    'or `user_ids`, the other users of a direct conversation. The order by relevance depends on the last fields of a match: how ' +
    'many of the `num_words` searched words are in the topic, how often they are in the text, the characters of the text, and ' +
    'whether the text or the topic has what was searched as it was written. `sent_from` and `sent_before` are times in seconds.',
  caller: anyUser,
  params: {
    narrow: optional(narrowParam, []),
    before: optional(naturalNumber()),
    sent_from: optional(naturalNumber()),
    sent_before: optional(naturalNumber()),
    allow_empty_topic_name: optional(boolean(), false),
  },
  returns: {
    matches: v.array(matchShape),
    conversations: v.array(conversationShape),
    num_words: v.number(),
    next: v.nullable(v.number()),
    looked_back_to: v.nullable(v.number()),
  },
  errors: [badNarrow, badNarrowCombination],
  steps: { ...searchSteps, ...turnSteps, describeMatches },
  decide: (realm, actor, { before, sent_from, sent_before, ...params }) => {
    const { narrow, search } = splitSearch(params.narrow ?? [])
    const ends = [before, sent_before === undefined ? undefined : newestIdSentBefore(realm, sent_before) + 1]
    const end = Math.min(...ends.map((id) => id ?? Infinity))
    const anchor = Number.isFinite(end) ? end : 'newest'
    const range = { anchor, include_anchor: false, num_before: MAX_MATCHES, num_after: 0 }
    const page = search ? undefined : fetchPage(realm, actor, narrow, range)
    const around = rangeForWorker(realm, actor, narrow, range)
    return {
      request: { narrow, search: search && beginSearch(realm, actor, { narrow, search }, around.anchor) },
      range: around,
      page: page && { ...page, items: page.items.map(({ id }) => ({ id })) },
      above: sent_from === undefined ? 0 : newestIdSentBefore(realm, sent_from),
    }
  },
  present: async (edge, { request, range, page, above }, params) => {
    const { narrow, search } = request
    const { items, next } = await findMatches(edge, { request, range, page })
    const found = items.filter(({ id }) => id > above)
    const isEnd = next === undefined || next <= above + 1
    const described = await edge.ask(describeMatches, {
      narrow,
      ids: found.map(({ id }) => id),
      without_body: search ? found.flatMap((item) => (item.body ? [] : [item.id])) : [],
      looked_down_to: isEnd ? undefined : next,
      allow_empty_topic_name: params.allow_empty_topic_name,
    })
    const { matches, conversations, bodies, looked_back_to } = described
    for (const item of found) if (item.body) bodies.set(item.id, item.body)
    const words = rankedWords(search?.search, params.narrow ?? [])
    return {
      matches: matches.map((match) => ({
        ...match,
        ...wordsIn(words, conversations[match.conversation]?.topic ?? '', bodies.get(match.id)),
      })),
      conversations,
      num_words: words.tokens.length,
      next: isEnd ? null : next,
      looked_back_to,
    }
  },
})

type Item = { id: number; body?: MessageBody }
type ToFind = { request: FindRequest; range: SearchRange; page?: { items: Item[]; found_oldest: boolean } | undefined }

/** Returns messages of a narrow or one piece of a search, newest first, and the bound of what follows, if there may be more. */
async function findMatches(edge: Edge, { request, range, page }: ToFind): Promise<{ items: Item[]; next?: number }> {
  const { narrow, search } = request
  if (search) return searchPiece(edge, search, { bound: anchorId(range.anchor, []), most: range.num_before })
  const { items, found_oldest } = page ?? (await fetchInTurns(edge, narrow, range))
  return { items, next: found_oldest ? undefined : items.at(-1)?.id }
}
