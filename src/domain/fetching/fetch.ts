import { badRequest, apiError } from '../../api/errors'
import type { MessageBody, Realm } from '../../realm'
import { historiesOf, type Histories } from '../message-history/histories'
import { rowsWithIds } from '../messages/storage'
import type { IndexRow } from '../messages/message'
import { messageFacts, shownTo, type Shown } from '../messages/wire'
import { compileNarrow } from '../narrows/compile'
import type { Term } from '../narrows/term'
import { belongs, take } from '../narrows/pages'
import { Reading } from '../reading/access'
import { flagsShown } from '../reading/flags'
import { MAX_MESSAGES_PER_FETCH, NEWEST_ANCHOR } from '../realm/limits'
import type { User } from '../users/user'
import { whomTheyKnow } from '../users/sight'
import { anchorMeant, anchorSaid, type AnchorSaid } from './anchor'

export const anchorExcludedInside = badRequest(() => 'The anchor can only be excluded at an end of the range')
export const tooManyMessages = badRequest(() => `Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)
export const parametersExclusive = apiError(
  'BAD_REQUEST',
  (f: { parameters: string }) => `Unsupported parameter combination: ${f.parameters}`,
)

export type Range = AnchorSaid & { include_anchor: boolean; num_before: number; num_after: number }
export type Page = {
  anchor: number
  rows: IndexRow[]
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/** A page of a narrow around an anchor. */
export function fetchPage(realm: Realm, reader: User, terms: readonly Term[], range: Range): Page {
  refuseRange(range)
  const { include_anchor, num_before, num_after } = range
  const reading = new Reading(realm, reader)
  const compiled = compileNarrow(reading, terms)
  const anchor = anchorMeant(reading, compiled, range)

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

function refuseRange({ include_anchor, num_before, num_after }: Range): void {
  if (num_before + num_after > MAX_MESSAGES_PER_FETCH) throw tooManyMessages({})
  if (num_before > 0 && num_after > 0 && !include_anchor) throw anchorExcludedInside({})
}

/** Those of these messages that the reader may read and the narrow has. */
export function fetchThese(realm: Realm, reader: User, terms: readonly Term[], ids: readonly number[]): IndexRow[] {
  const reading = new Reading(realm, reader)
  const { matches } = compileNarrow(reading, terms)
  // Asked for by id, a message need not have been received: that it may be read is enough.
  return rowsWithIds(realm, ids).filter((row) => belongs(reading, { matches, wholeHistory: true }, row))
}

/** Of these messages, those of the reader's own history that the narrow has. */
export function fetchOwn(realm: Realm, reader: User, terms: readonly Term[], ids: readonly number[]): IndexRow[] {
  const reading = new Reading(realm, reader)
  const { matches } = compileNarrow(reading, terms)
  return rowsWithIds(realm, ids).filter((row) => belongs(reading, { matches, wholeHistory: false }, row))
}

/** A range that the edge will search, if there is such a range of such a narrow. */
export function rangeToSearch(realm: Realm, reader: User, terms: readonly Term[], range: Range) {
  refuseRange(range)
  const reading = new Reading(realm, reader)
  compileNarrow(reading, terms)
  return { ...range, anchor: anchorSaid(reading, range) }
}

/** Messages on their way to the edge: all the realm knows of each, and the bodies it has at hand. */
export type Fetched = {
  messages: (ReturnType<typeof shownTo> & { flags: string[] })[]
  bodies: Map<number, MessageBody>
} & Histories

export function handOver(realm: Realm, reader: User, rows: readonly IndexRow[], shown: Shown): Fetched {
  const knows = whomTheyKnow(realm, reader)
  const reading = new Reading(realm, reader)
  const flags = flagsShown(reading)
  const ids = rows.map((row) => row.id)
  const adorned = adornmentsOf(realm, rows)
  const moved = rows.map((row) => ({ id: row.id, moves: reading.placeOf(row).moves }))
  return {
    messages: rows.map((row) => ({
      ...shownTo(realm, reader, messageFacts(realm, row, reading.conversationOf(row)), { ...shown, knows }),
      ...adorned(row.id),
      flags: flags(row),
    })),
    bodies: realm.bodies.atHand(ids),
    ...historiesOf(realm, moved, shown.knowsEmptyTopic),
  }
}

/** What other concepts have to show of these messages, each asked once. */
export function adornmentsOf(realm: Realm, rows: readonly IndexRow[]): (id: number) => Record<string, unknown> {
  const asked = realm.adornments.flatMap((each) => {
    const { adorns, trait = 0 } = each
    const ids = rows.flatMap(({ id, traits }) => ((traits & trait) === trait ? [id] : []))
    const values = ids.length > 0 ? each.read?.(realm, ids) : undefined
    return values ? [{ adorns, values }] : []
  })
  return (id) =>
    Object.fromEntries(asked.flatMap(({ adorns, values }) => (values.has(id) ? [[adorns, values.get(id)]] : [])))
}
