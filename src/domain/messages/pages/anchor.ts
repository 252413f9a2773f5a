import { badRequest, apiError } from '../../../api/errors'
import { MarkSet } from '../flag-sets/mark-set'
import { nothingUnreadUpTo } from '../flag-sets/unread-floor'
import { newestSentBefore } from '../message-index/storage'
import type { Compiled } from '../narrows/compile'
import { take, type Wanted } from '../narrows/pages'
import { unreadBy } from '../narrows/sources'
import type { Reading } from '../access/access'
import { isUnread } from '../read-state/unread'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { mutedConversationTest } from '../../channels/user-topics/storage'
import { isSpectator } from '../../people/users/spectator'

export const missingAnchor = badRequest(() => "Missing 'anchor' argument.")
export const invalidAnchor = badRequest(() => 'Invalid anchor')
export const missingAnchorDate = apiError(
  'REQUEST_VARIABLE_MISSING',
  (f: { var_name: string }) => `Missing '${f.var_name}' argument`,
)
export const invalidAnchorDate = badRequest(() => 'anchor_date is not a date')

/** An id, or a word for one: the ends, what is unread, or a date that is told beside. */
export type AnchorSaid = { anchor: string | number; anchor_date?: string }

/** An id, whether or not there is such a message; or the first of the narrow behind one, perhaps only of what is unread. */
export type Anchor = { id: number } | { firstAfter: number; unread_only: boolean }

export function anchorSaid({ realm, reader }: Reading, { anchor, anchor_date }: AnchorSaid): Anchor {
  if (anchor === 'newest') return { id: NEWEST_ANCHOR }
  if (anchor === 'oldest') return { id: 0 }
  if (anchor === 'first_unread' && isSpectator(reader)) return { id: NEWEST_ANCHOR }
  if (anchor === 'first_unread') return { firstAfter: nothingUnreadUpTo(realm, reader.user_id), unread_only: true }
  if (anchor === 'date') return { firstAfter: newestSentBefore(realm, secondMeant(anchor_date)), unread_only: false }
  const id = typeof anchor === 'number' ? anchor : /^-?\d+$/.test(anchor) ? Number(anchor) : NaN
  if (!Number.isInteger(id)) throw invalidAnchor({})
  return { id: Math.min(Math.max(id, 0), NEWEST_ANCHOR) }
}

export function anchorMeant(reading: Reading, compiled: Compiled, said: AnchorSaid): number {
  const anchor = anchorSaid(reading, said)
  if ('id' in anchor) return anchor.id
  const wanted = anchor.unread_only ? onlyUnread(reading, compiled) : compiled
  const [first] = take(reading, wanted, { direction: 'after', bound: anchor.firstAfter, most: 1 })
  return first?.id ?? NEWEST_ANCHOR
}

/** What of a narrow is unread and calls the reader. */
export function onlyUnread(reading: Reading, { sources, matches, wholeHistory, looksIntoChannel }: Compiled): Wanted {
  const { realm, reader } = reading
  const read = new MarkSet(realm, reader.user_id, 'read')
  // What is unread where they have muted it calls nobody. Whoever looks into a muted channel is called there all the same,
  // but for the topics that they muted one by one.
  const isMuted = mutedConversationTest(realm, reader.user_id, looksIntoChannel ? new Set() : undefined)
  return {
    sources: [...sources, unreadBy(realm, reader.user_id)],
    matches: (row) =>
      !read.has(row.id) && isUnread(reading, row) && matches(row) && !isMuted(reading.conversationOf(row)),
    wholeHistory,
  }
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
