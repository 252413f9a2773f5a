import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow } from '../narrows/compile'
import { belongs, take } from '../narrows/pages'
import type { Term } from '../narrows/term'
import { Reading } from '../access/access'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import type { User } from '../../people/users/user'
import { anchorMeant, anchorSaid } from './anchor'
import { nearestFirst } from './page-rules'
import { refuseRange, type Range } from './range'

export type Page = {
  anchor: number
  rows: IndexRow[] // nearest to the anchor first
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

  const before = take(reading, compiled, { direction: 'before', bound: anchor, most: num_before })
  const at = include_anchor ? rowsWithIds(realm, [anchor]).filter((row) => belongs(reading, compiled, row)) : []
  const after = take(reading, compiled, { direction: 'after', bound: anchor, most: num_after })
  return {
    anchor,
    rows: nearestFirst({ before, at, after }),
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === NEWEST_ANCHOR || after.length < num_after,
  }
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
