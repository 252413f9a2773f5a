import { badRequest, apiError } from '../../api/errors'
import { NEWEST_ANCHOR } from '../realm/limits'
import { isConversationMutedBy } from '../user-topics/storage'
import type { Reading } from './access'
import { MarkSet } from './marks'
import type { Compiled } from './narrow'
import { take } from './pages'
import { unreadBy } from './sources'
import { newestSentBefore } from './storage'
import { isUnread } from './unread'
import { floorOf } from './unread-floor'

export const missingAnchor = badRequest(() => "Missing 'anchor' argument.")
export const invalidAnchor = badRequest(() => 'Invalid anchor')
export const missingAnchorDate = apiError(
  'REQUEST_VARIABLE_MISSING',
  (f: { var_name: string }) => `Missing '${f.var_name}' argument`,
)
export const invalidAnchorDate = badRequest(() => 'anchor_date is not a date')

/** An id, or a word for one: the ends, what is unread, or a date that is told beside. */
export type AnchorSaid = { anchor: string | number; anchor_date?: string }

/** The id that is meant, whether or not there is such a message. */
export function anchorMeant(reading: Reading, compiled: Compiled, { anchor, anchor_date }: AnchorSaid): number {
  if (anchor === 'newest') return NEWEST_ANCHOR
  if (anchor === 'oldest') return 0
  if (anchor === 'first_unread') return firstUnread(reading, compiled) ?? NEWEST_ANCHOR
  if (anchor === 'date') return firstSince(reading, compiled, secondMeant(anchor_date)) ?? NEWEST_ANCHOR
  const id = typeof anchor === 'number' ? anchor : /^-?\d+$/.test(anchor) ? Number(anchor) : NaN
  if (!Number.isInteger(id)) throw invalidAnchor({})
  return Math.min(Math.max(id, 0), NEWEST_ANCHOR)
}

/** The oldest message of the narrow that is unread and calls the reader. */
function firstUnread(reading: Reading, { sources, matches, wholeHistory, looksIntoChannel }: Compiled) {
  const { realm, reader } = reading
  const read = new MarkSet(realm, reader.user_id, 'read')
  // What is unread where they have muted it calls nobody. Whoever looks into a muted channel is called there all the same,
  // but for the topics that they muted one by one.
  const isMuted = isConversationMutedBy(realm, reader.user_id, looksIntoChannel ? () => false : undefined)
  const unread = {
    sources: [...sources, unreadBy(realm, reader.user_id)],
    matches: (row: Parameters<typeof matches>[0]) =>
      !read.has(row.id) && isUnread(reading, row) && matches(row) && !isMuted(reading.conversationOf(row)),
    wholeHistory,
  }
  const [first] = take(reading, unread, { direction: 'after', bound: floorOf(realm, reader.user_id), most: 1 })
  return first?.id
}

function firstSince(reading: Reading, compiled: Compiled, second: number) {
  const bound = newestSentBefore(reading.realm, second)
  const [first] = take(reading, compiled, { direction: 'after', bound, most: 1 })
  return first?.id
}

// Without a time zone, it is UTC.
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function secondMeant(date: string | undefined): number {
  if (date === undefined) throw missingAnchorDate({ var_name: 'anchor_date' })
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(date.slice(10))
  const at = DATE.test(date) ? Date.parse(date.length > 10 && !hasZone ? `${date}Z` : date) : NaN
  if (Number.isNaN(at)) throw invalidAnchorDate({})
  return Math.ceil(at / 1000)
}
