import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow } from '../narrows/compile'
import { isInNarrow, takeMessages } from '../narrows/take-messages'
import type { Term } from '../narrows/term'
import { MessageAccess } from '../access/access'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import type { User } from '../../people/users/user'
import { resolveAnchor, parseAnchor } from './anchor'
import { interleaveNearestFirst } from './page-rules'
import { requireValidRange, type Range } from './range'

export type Page = {
  anchor: number
  rows: IndexRow[] // nearest to the anchor first
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/** A page of a narrow around an anchor. */
export function fetchPage(realm: Realm, reader: User, terms: readonly Term[], range: Range): Page {
  requireValidRange(range)
  const { include_anchor, num_before, num_after } = range
  const access = new MessageAccess(realm, reader)
  const compiled = compileNarrow(access, terms)
  const anchor = resolveAnchor(access, compiled, range)

  const before = takeMessages(access, compiled, { direction: 'before', bound: anchor, most: num_before })
  const at = include_anchor ? rowsWithIds(realm, [anchor]).filter((row) => isInNarrow(access, compiled, row)) : []
  const after = takeMessages(access, compiled, { direction: 'after', bound: anchor, most: num_after })
  return {
    anchor,
    rows: interleaveNearestFirst({ before, at, after }),
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === NEWEST_ANCHOR || after.length < num_after,
  }
}

/** Those of these messages that the reader may read and the narrow has. */
export function fetchByIds(realm: Realm, reader: User, terms: readonly Term[], ids: readonly number[]): IndexRow[] {
  const access = new MessageAccess(realm, reader)
  const { matches } = compileNarrow(access, terms)
  // Asked for by id, a message need not have been received: that it may be read is enough.
  return rowsWithIds(realm, ids).filter((row) => isInNarrow(access, { matches, wholeHistory: true }, row))
}

/** Of these messages, those of the reader's own history that the narrow has. */
export function fetchOwnByIds(realm: Realm, reader: User, terms: readonly Term[], ids: readonly number[]): IndexRow[] {
  const access = new MessageAccess(realm, reader)
  const { matches } = compileNarrow(access, terms)
  return rowsWithIds(realm, ids).filter((row) => isInNarrow(access, { matches, wholeHistory: false }, row))
}

/** A range that the edge will search, if there is such a range of such a narrow. */
export function prepareSearchRange(realm: Realm, reader: User, terms: readonly Term[], range: Range) {
  requireValidRange(range)
  const access = new MessageAccess(realm, reader)
  compileNarrow(access, terms)
  return { ...range, anchor: parseAnchor(access, range) }
}
