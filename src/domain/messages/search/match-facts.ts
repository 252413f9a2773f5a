import { step } from '../../../edge'
import { htmlText } from '../../../markdown/html-text'
import type { MessageBody } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { containsToken, countToken, normalizeText } from '../../../tokenizer/query'
import { topicNameFor } from '../../channels/topics/rules'
import { requireReader } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import { IndexFlag } from '../message-index/message'
import { mentionTest } from '../narrows/is-operator'
import type { Term } from '../narrows/term'
import { fetchByIds } from '../pages/fetch-page'
import { MAX_OCCURRENCES } from './ranking-rules'
import { requiredTokens, type Search } from './terms'

type Caller = User | undefined
type ToDescribe = { narrow: Term[]; ids: number[]; without_body: number[]; allow_empty_topic_name: boolean }

const MENTIONING =
  IndexFlag.userMentioned | IndexFlag.groupMentioned | IndexFlag.channelWildcard | IndexFlag.topicWildcard

const CONTENTS = [
  ['link', IndexFlag.link],
  ['image', IndexFlag.image],
  ['attachment', IndexFlag.attachment],
  ['reaction', IndexFlag.reaction],
] as const

/** Returns what the realm knows of matches, newest first, their conversations, and the bodies that D1 does not have yet. */
export const describeMatches = step((realm, caller: Caller, params: ToDescribe) => {
  const { narrow, ids, without_body, allow_empty_topic_name } = params
  const reader = requireReader(realm, caller)
  const access = new MessageAccess(realm, reader)
  const rows = fetchByIds(realm, reader, narrow, ids).toReversed()
  access.prepare(rows)
  const isMentioned = mentionTest(access)
  const places = new Map<number, number>()
  const conversations: { stream_id?: number; topic?: string; user_ids?: number[] }[] = []
  const matches = rows.map((row) => {
    const { id, stream_id, topic, people } = access.conversationOf(row)
    if (!places.has(id)) {
      places.set(id, conversations.length)
      conversations.push(
        stream_id === null
          ? { user_ids: people.filter((other) => other !== reader.user_id) }
          : { stream_id, topic: topicNameFor(topic, allow_empty_topic_name) },
      )
    }
    return {
      id: row.id,
      sender_id: row.sender_id,
      timestamp: row.sent_at,
      conversation: places.get(id) ?? 0,
      has: CONTENTS.flatMap(([name, flag]) => ((row.index_flags & flag) === 0 ? [] : [name])),
      is_mentioned: (row.index_flags & MENTIONING) !== 0 && isMentioned(row),
    }
  })
  return { matches, conversations, bodies: realm.bodies.available(without_body, BYTES_PER_BATCH).found }
})

// As many as a topic is compared with.
const MAX_RANKED_TOKENS = 16

type Words = { tokens: ReturnType<typeof requiredTokens>; literals: string[] }

/** Returns the words of a search, and its texts as they were written. */
export const rankedWords = (search: Search | undefined, terms: readonly Term[]): Words => ({
  tokens: search ? requiredTokens(search).slice(0, MAX_RANKED_TOKENS) : [],
  literals: terms.flatMap(({ operator, operand, negated }) => {
    const text = operator === 'search' && !negated ? normalizeText(String(operand).replaceAll('"', '')) : ''
    return text === '' ? [] : [text]
  }),
})

/** Returns where a message has the words: what the order by relevance depends on. */
export function wordsIn({ tokens, literals }: Words, topic: string, body: MessageBody | undefined) {
  if (tokens.length === 0) return { words_in_topic: 0, occurrences: 0, length: 0, is_literal: false }
  const name = normalizeText(topic)
  const text = normalizeText(htmlText(body?.rendered_content ?? ''))
  return {
    words_in_topic: tokens.filter((token) => containsToken(name, token)).length,
    occurrences: tokens.reduce((sum, token) => sum + countToken(text, token, MAX_OCCURRENCES), 0),
    length: text.length,
    is_literal: literals.every((literal) => text.includes(literal) || name.includes(literal)),
  }
}
