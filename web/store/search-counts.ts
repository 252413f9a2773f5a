import { rankMatches } from '../../src/domain/messages/search/ranking-rules'
import type { AnswerOf } from '../../client-state/wire'

type Answer = AnswerOf<'GET /parley/search'>

/** Matches. This browser looks at all that it keeps; the server says how far back it looked. */
export type MatchPage = Pick<Answer, 'matches' | 'conversations' | 'num_words' | 'next'> &
  Partial<Pick<Answer, 'looked_back_to'>>
type Match = MatchPage['matches'][number]

/** All counts and orders are of the newest so many. A page has up to 1,000. */
const MAX_MATCHES = 5000

/** Whether a search can find more that is counted. */
export const canFindMore = (pages: readonly MatchPage[]): boolean =>
  !isComplete(pages) && pages.flatMap(({ matches }) => matches).length < MAX_MATCHES

export const CONTENTS = ['link', 'image', 'attachment', 'reaction'] as const

/** A value and how many matches have it, the most frequent first. */
export type Counts<Value> = { value: Value; count: number }[]

/** How many matches a search has, by person, channel, content and time. Direct messages have no channel. */
export type SearchCounts = {
  count: number
  isComplete: boolean
  numConversations: number
  senders: Counts<number>
  channels: Counts<number | undefined>
  contents: Record<(typeof CONTENTS)[number], number>
  mentions: number
  /** For each of the given times, the matches since then. */
  times: number[]
}

/** Returns the counts of the matches in the pages of a search. `times` are in seconds. */
export function countsOf(pages: readonly MatchPage[], times: readonly number[]): SearchCounts {
  const senders = new Map<number, number>()
  const channels = new Map<number | undefined, number>()
  const conversations = new Set<string>()
  const all = pages.flatMap(({ matches }) => matches)
  for (const page of pages)
    for (const { sender_id, conversation } of page.matches) {
      const place = page.conversations[conversation]
      add(senders, sender_id)
      add(channels, place?.stream_id)
      conversations.add(JSON.stringify([place?.stream_id, place?.topic, place?.user_ids]))
    }
  const having = (name: (typeof CONTENTS)[number]) => all.filter(({ has }) => has.includes(name)).length
  return {
    count: all.length,
    isComplete: isComplete(pages),
    numConversations: conversations.size,
    senders: sorted(senders),
    channels: sorted(channels),
    contents: {
      link: having('link'),
      image: having('image'),
      attachment: having('attachment'),
      reaction: having('reaction'),
    },
    mentions: all.filter(({ is_mentioned }) => is_mentioned).length,
    times: times.map((time) => all.filter(({ timestamp }) => timestamp >= time).length),
  }
}

/** Whether there are no more matches. */
export const isComplete = (pages: readonly MatchPage[]): boolean => (pages.at(-1)?.next ?? null) === null

function add<Value>(counts: Map<Value, number>, value: Value): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

function sorted<Value>(counts: Map<Value, number>): Counts<Value> {
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}

/** Returns the ids of the matches, the most relevant first. `now` is in seconds. */
export function rankedIds(pages: readonly MatchPage[], now: number): number[] {
  const num_words = Math.max(0, ...pages.map((page) => page.num_words))
  const isDirect = (page: MatchPage, { conversation }: Match) =>
    page.conversations[conversation]?.user_ids !== undefined
  const matches = pages.flatMap((page) =>
    page.matches.map((match) => ({ ...match, is_personal: match.is_mentioned || isDirect(page, match) })),
  )
  return rankMatches(matches, { now, num_words })
}
