import * as v from 'valibot'
import { missingParameter } from '../../../api/decode'
import { badRequest } from '../../../api/errors'
import { named } from '../../../api/named'
import { integer, shortText } from '../../../api/params'
import { FlagSet } from '../flag-sets/flag-set'
import { findAllReadUpTo } from '../flag-sets/read-up-to-storage'
import { newestIdSentBefore } from '../message-index/storage'
import type { CompiledNarrow } from '../narrows/compile'
import { takeMessages, type NarrowQuery, type Turn } from '../narrows/take-messages'
import { unreadMessagesOf } from '../narrows/sources'
import type { MessageAccess } from '../access/access'
import { canBeUnread } from '../read-state/unread'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { mutedConversationTest } from '../../channels/user-topics/storage'
import { isSpectator } from '../../people/users/spectator'
import { anchorId, isUnreadOnly, scanForAnchor, type Anchor } from './page-rules'

export const missingAnchor = badRequest(() => "Missing 'anchor' argument.")
export const invalidAnchor = badRequest(() => 'Invalid anchor')
export const invalidAnchorDate = badRequest(() => 'anchor_date is not a date')

/** A parameter that is an anchor: an id, or `newest`, `oldest`, `first_unread` or `date`. */
export const anchorParam = named('MessageAnchor', v.union([integer(), shortText()]))

export type AnchorParams = { anchor: string | number; anchor_date?: string }

/** Returns the anchor that the client requested. Throws if it is not valid. */
export function parseAnchor({ realm, reader }: MessageAccess, { anchor, anchor_date }: AnchorParams): Anchor {
  if (anchor === 'newest') return { id: NEWEST_ANCHOR }
  if (anchor === 'oldest') return { id: 0 }
  if (anchor === 'first_unread' && isSpectator(reader)) return { id: NEWEST_ANCHOR }
  if (anchor === 'first_unread') return { firstAfter: findAllReadUpTo(realm, reader.user_id), unread_only: true }
  if (anchor === 'date') return { firstAfter: newestIdSentBefore(realm, parseDate(anchor_date)), unread_only: false }
  const id = typeof anchor === 'number' ? anchor : /^-?\d+$/.test(anchor) ? Number(anchor) : NaN
  if (!Number.isInteger(id)) throw invalidAnchor({})
  return { id: Math.min(Math.max(id, 0), NEWEST_ANCHOR) }
}

/** Returns the id of the anchor that the client requested, in this narrow. Undefined if one turn does not find it. */
export function findAnchor(
  access: MessageAccess,
  compiled: CompiledNarrow,
  params: AnchorParams,
  turn: Turn,
): number | undefined {
  const anchor = parseAnchor(access, params)
  const query = isUnreadOnly(anchor) ? narrowToUnread(access, compiled) : compiled
  const { rows, next } = takeMessages(access, query, scanForAnchor(anchor), turn)
  return rows.length === 0 && next !== undefined ? undefined : anchorId(anchor, rows)
}

/** Returns the unread messages of a narrow that the reader has not muted. */
export function narrowToUnread(
  access: MessageAccess,
  { sources, matches, wholeHistory, stream_id }: CompiledNarrow,
): NarrowQuery {
  const { realm, reader } = access
  const read = new FlagSet(realm, reader.user_id, 'read')
  // A reader who opens a muted channel looks for its unread messages. Topics that the reader muted one by one stay muted.
  const isMuted = mutedConversationTest(realm, reader.user_id, stream_id === undefined ? undefined : new Set())
  return {
    sources: [...sources, unreadMessagesOf(realm, reader.user_id)],
    matches: (row) =>
      !read.has(row.id) && canBeUnread(access, row) && matches(row) && !isMuted(access.conversationOf(row)),
    wholeHistory,
  }
}

// A date without a time zone is in UTC.
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function parseDate(date: string | undefined): number {
  if (date === undefined) throw missingParameter({ var_name: 'anchor_date' })
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(date.slice(10))
  const at = DATE.test(date) ? Date.parse(date.length > 10 && !hasZone ? `${date}Z` : date) : NaN
  if (Number.isNaN(at)) throw invalidAnchorDate({})
  return Math.ceil(at / 1000)
}
