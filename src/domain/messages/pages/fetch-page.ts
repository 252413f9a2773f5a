import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow, type CompiledNarrow } from '../narrows/compile'
import type { Scan } from '../narrows/scan'
import { isInNarrow, newTurn, takeMessages, type Turn } from '../narrows/take-messages'
import type { Term } from '../narrows/term'
import { MessageAccess } from '../access/access'
import type { User } from '../../people/users/user'
import { findAnchor, parseAnchor } from './anchor'
import { pageOf, type Page } from './page-rules'
import { requireValidRange, type Range } from './range'

/**
 * Returns a page of a narrow around an anchor. Undefined if one turn of the realm does not find all of it: then the Worker calls
 * `fetchInTurns`. Throws if the range or the narrow is not valid.
 */
export function fetchPage(
  realm: Realm,
  reader: User,
  terms: readonly Term[],
  range: Range,
): Page<IndexRow> | undefined {
  requireValidRange(range)
  const { include_anchor, num_before, num_after } = range
  const access = new MessageAccess(realm, reader)
  const compiled = compileNarrow(access, terms)
  const turn = newTurn(access)
  const anchor = findAnchor(access, compiled, range, turn)
  if (anchor === undefined) return undefined
  const before = takeSide(access, compiled, { direction: 'before', bound: anchor, most: num_before }, turn)
  const after = before && takeSide(access, compiled, { direction: 'after', bound: anchor, most: num_after }, turn)
  if (before === undefined || after === undefined) return undefined
  const isIncluded = (row: IndexRow) => isInNarrow(access, compiled, row)
  return pageOf(
    { anchor, num_before, num_after },
    {
      before: { found: before, isCut: false },
      at: include_anchor && isMessageId(realm, anchor) ? rowsWithIds(realm.sql, [anchor]).filter(isIncluded) : [],
      after: { found: after, isCut: false },
    },
  )
}

/** Returns the messages on one side of the anchor. Undefined if the turn ended before they were found. */
function takeSide(access: MessageAccess, compiled: CompiledNarrow, scan: Scan, turn: Turn) {
  const { rows, next } = takeMessages(access, compiled, scan, turn)
  return rows.length < scan.most && next !== undefined ? undefined : rows
}

// `newest` and `oldest` are anchors at which there is no message.
const isMessageId = (realm: Realm, id: number) => id > 0 && id <= realm.messageIds.last

/** Returns those of these messages that the reader can read and that match the narrow, ascending. */
export function fetchByIds(realm: Realm, reader: User, terms: readonly Term[], ids: readonly number[]): IndexRow[] {
  const access = new MessageAccess(realm, reader)
  const { matches } = compileNarrow(access, terms)
  // The client names the messages, so the reader need not have received them.
  return rowsWithIds(realm.sql, ids).filter((row) => isInNarrow(access, { matches, wholeHistory: true }, row))
}

/** Returns those of these messages that are in the reader's own history and match the narrow, ascending. */
export function fetchOwnByIds(realm: Realm, reader: User, terms: readonly Term[], ids: readonly number[]): IndexRow[] {
  const access = new MessageAccess(realm, reader)
  const { matches } = compileNarrow(access, terms)
  return rowsWithIds(realm.sql, ids).filter((row) => isInNarrow(access, { matches, wholeHistory: false }, row))
}

/** Returns the range for a search in the Worker, or for a page in several turns. Throws if the range or the narrow is not valid. */
export function rangeForWorker(realm: Realm, reader: User, terms: readonly Term[], range: Range) {
  requireValidRange(range)
  const access = new MessageAccess(realm, reader)
  compileNarrow(access, terms)
  return { ...range, anchor: parseAnchor(access, range) }
}
