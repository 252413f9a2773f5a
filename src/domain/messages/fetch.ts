import { badRequest, apiError } from '../../api/errors'
import type { MessageBody, Realm } from '../../realm'
import { MAX_MESSAGES_PER_FETCH, NEWEST_ANCHOR } from '../realm/limits'
import { isConversationMutedBy } from '../user-topics/storage'
import type { User } from '../users/user'
import { Reading } from './access'
import { flagsShown } from './flags-shown'
import { compileNarrow, type Compiled, type Term } from './narrow'
import { belongs, take } from './pages'
import { rowsWithIds, type IndexRow } from './storage'
import { firstUnread } from './unread'
import { messageFacts, shownTo, type Shown } from './wire'

export const missingAnchor = badRequest(() => "Missing 'anchor' argument.")
export const invalidAnchor = badRequest(() => 'Invalid anchor')
export const anchorExcludedInside = badRequest(() => 'The anchor can only be excluded at an end of the range')
export const tooManyMessages = badRequest(() => `Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)
export const parametersExclusive = apiError(
  'BAD_REQUEST',
  (f: { parameters: string[] }) => `Unsupported parameter combination: ${f.parameters.join(', ')}`,
)

export type Range = { anchor: string | number; include_anchor: boolean; num_before: number; num_after: number }
export type Page = {
  anchor: number
  rows: IndexRow[]
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/** A page of a narrow around an anchor. */
export function fetchPage(realm: Realm, reader: User, terms: readonly Term[], range: Range): Page {
  const { include_anchor, num_before, num_after } = range
  if (num_before + num_after > MAX_MESSAGES_PER_FETCH) throw tooManyMessages({})
  if (num_before > 0 && num_after > 0 && !include_anchor) throw anchorExcludedInside({})
  const compiled = compileNarrow(realm, reader, terms)
  const reading = new Reading(realm, reader)
  const anchor = resolveAnchor(realm, reader, compiled, range.anchor)

  const before = take(reading, compiled, { direction: 'before', bound: anchor, most: num_before }).reverse()
  const at = include_anchor ? rowsWithIds(realm, [anchor]).filter((row) => belongs(reading, compiled, row)) : []
  const after = take(reading, compiled, { direction: 'after', bound: anchor, most: num_after })
  return {
    anchor,
    rows: [...before, ...at, ...after],
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === NEWEST_ANCHOR || after.length < num_after,
  }
}

/** Those of these messages that the reader may read and the narrow has. */
export function fetchThese(realm: Realm, reader: User, terms: readonly Term[], ids: readonly number[]): IndexRow[] {
  const compiled = compileNarrow(realm, reader, terms)
  const reading = new Reading(realm, reader)
  // Asked for by id, a message need not have been received: that it may be read is enough.
  return rowsWithIds(realm, ids).filter((row) => belongs(reading, { ...compiled, wholeHistory: true }, row))
}

function resolveAnchor(realm: Realm, reader: User, compiled: Compiled, anchor: string | number): number {
  if (anchor === 'newest') return NEWEST_ANCHOR
  if (anchor === 'oldest') return 0
  if (anchor === 'first_unread') return firstUnread(realm, reader, calling(realm, reader, compiled)) ?? NEWEST_ANCHOR
  const id = typeof anchor === 'number' ? anchor : /^-?\d+$/.test(anchor) ? Number(anchor) : NaN
  if (!Number.isInteger(id)) throw invalidAnchor({})
  return Math.min(Math.max(id, 0), NEWEST_ANCHOR)
}

// What is unread where they have muted it calls nobody. Whoever looks into a muted channel is called there all the same,
// but for the topics that they muted one by one.
function calling(realm: Realm, reader: User, { source, matches }: Compiled): Compiled['matches'] {
  const isLookedInto = source.kind === 'channel' || source.kind === 'conversation'
  const isMuted = isConversationMutedBy(realm, reader.user_id, isLookedInto ? () => false : undefined)
  return (row, reading) => matches(row, reading) && !isMuted(reading.conversationOf(row))
}

/** Messages on their way to the edge: all the realm knows of each, and the bodies it has at hand. */
export type Fetched = {
  messages: (ReturnType<typeof shownTo> & { flags: string[] })[]
  bodies: Map<number, MessageBody>
}

export function handOver(realm: Realm, reader: User, rows: readonly IndexRow[], shown: Shown): Fetched {
  const reading = new Reading(realm, reader)
  const flags = flagsShown(realm, reader, reading)
  const ids = rows.map((row) => row.id)
  const adorned = adornmentsOf(realm, ids)
  return {
    messages: rows.map((row) => ({
      ...shownTo(realm, reader, messageFacts(realm, row, reading.conversationOf(row)), shown),
      ...adorned(row.id),
      flags: flags(row),
    })),
    bodies: realm.bodies.atHand(ids),
  }
}

/** What other concepts have to show of these messages, each asked once. */
function adornmentsOf(realm: Realm, ids: readonly number[]): (id: number) => Record<string, unknown> {
  const asked = realm.adornments.flatMap((each) => {
    const values = each.read?.(realm, ids)
    return values ? [{ adorns: each.adorns, values }] : []
  })
  return (id) =>
    Object.fromEntries(asked.flatMap(({ adorns, values }) => (values.has(id) ? [[adorns, values.get(id)]] : [])))
}
