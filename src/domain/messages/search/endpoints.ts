import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { MessageBody } from '../../../realm'
import { anyUser } from '../../people/users/callers'
import { newestIdSentBefore } from '../message-index/storage'
import { badNarrow, badNarrowCombination, narrowParam } from '../narrows/term'
import { fetchPage, rangeForWorker } from '../pages/fetch-page'
import { turnSteps } from '../pages/fetch-in-turns'
import { beginSearch } from './candidates'
import { describeMatches } from './match-facts'
import { rankedWords, wordsIn } from './match-rules'
import { findPage } from './search-page'
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
    `The response has up to ${MAX_MATCHES} messages of the narrow, the newest first, without their texts. If there are more, \`next\` ` +
    'is the `before` of the next request; otherwise it is `null`. `GET /messages` with `message_ids` and the same narrow returns the ' +
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
      page: page && { items: page.items.map(({ id }) => ({ id })), found_oldest: page.found_oldest },
      above: sent_from === undefined ? 0 : newestIdSentBefore(realm, sent_from),
    }
  },
  present: async (edge, { request, range, page, above }, params) => {
    const { narrow, search } = request
    const { items, found_oldest } = page ?? (await findPage(edge, request, range))
    const found: { id: number; body?: MessageBody }[] = items.filter(({ id }) => id > above)
    const ids = found.map(({ id }) => id)
    const without_body = search ? found.flatMap((item) => (item.body ? [] : [item.id])) : []
    const { allow_empty_topic_name } = params
    const described = await edge.ask(describeMatches, { narrow, ids, without_body, allow_empty_topic_name })
    const { matches, conversations, bodies } = described
    for (const item of found) if (item.body) bodies.set(item.id, item.body)
    const words = rankedWords(search?.search, params.narrow ?? [])
    const isEnd = found_oldest || found.length < items.length || items.length === 0
    return {
      matches: matches.map((match) => ({
        ...match,
        ...wordsIn(words, conversations[match.conversation]?.topic ?? '', bodies.get(match.id)),
      })),
      conversations,
      num_words: words.tokens.length,
      next: isEnd ? null : Math.min(...items.map(({ id }) => id)),
    }
  },
})
