import type { ReadOnlyRealm } from '../../../realm'
import { MessageLocations } from '../../channels/topics/message-locations'
import { heldMessagesBetween } from '../../messages/holds/held-storage'
import type { IndexRow } from '../../messages/message-index/message'
import { newestIdSentBefore, rowsAfter, rowsBefore, rowsBySenderBefore } from '../../messages/message-index/storage'
import { nearerFirst } from '../../messages/narrows/scan'
import type { Term } from '../../messages/narrows/term'
import { compileEverything, senderOf, type Candidate } from './everything-narrow'

/** The realm needs about 20 ms for so many rows. */
const ROWS_PER_PAGE = 3000

/** What a search over everything looks for, without its words. */
export type EverythingQuery = {
  terms: readonly Term[]
  sent_from: number | null
  sent_before: number | null
  up_to: number // the newest message when the search began
}

type Found = { candidates: Candidate[]; next: number | undefined }

/** Returns messages of the narrow with ids below a bound, the newest first, and the next bound. Held ones are among them. */
export function candidatesBelow(realm: ReadOnlyRealm, query: EverythingQuery, below: number): Found {
  const { sql } = realm
  const { above, end } = idRange(realm, query)
  const bound = Math.min(below, end)
  if (bound <= above + 1) return { candidates: [], next: undefined }
  const sender = senderOf(realm, query.terms)
  const rows =
    sender === undefined ? rowsBefore(sql, bound, ROWS_PER_PAGE) : rowsBySenderBefore(sql, sender, bound, ROWS_PER_PAGE)
  const lowestRow = rows.length < ROWS_PER_PAGE ? 0 : (rows.at(-1)?.id ?? 0)
  const heldMessages = heldMessagesBetween(sql, {
    above: Math.max(above, lowestRow - 1),
    below: bound,
    most: ROWS_PER_PAGE,
  })
  const lowestHeld = heldMessages.length < ROWS_PER_PAGE ? 0 : (heldMessages.at(-1)?.id ?? 0)
  const lowest = Math.max(lowestRow, lowestHeld)
  const all = [...existing(realm, rows), ...heldMessages].filter(({ id }) => id >= lowest && id > above)
  const matches = compileEverything(realm, query.terms)
  const { sent_from, sent_before } = query
  const isInTime = ({ sent_at }: Candidate) =>
    (sent_from === null || sent_at >= sent_from) && (sent_before === null || sent_at < sent_before)
  return {
    candidates: all.filter((message) => isInTime(message) && matches(message)).sort(nearerFirst('before')),
    next: lowest > above + 1 ? lowest : undefined,
  }
}

/** Ids grow with time. A held message can be newer than all others that were sent before it. */
function idRange(realm: ReadOnlyRealm, { sent_from, sent_before, up_to }: EverythingQuery) {
  const above = sent_from === null ? 0 : newestIdSentBefore(realm, sent_from)
  if (sent_before === null) return { above, end: up_to + 1 }
  const [next] = rowsAfter(realm.sql, newestIdSentBefore(realm, sent_before), 1)
  return { above, end: Math.min(up_to + 1, next?.id ?? Infinity) }
}

function existing(realm: ReadOnlyRealm, rows: readonly IndexRow[]): Candidate[] {
  const locations = new MessageLocations(realm)
  locations.prepareOrigins([...new Set(rows.map(({ conversation_id }) => conversation_id))])
  return rows.map((row) => {
    const { conversation, earlier_channels } = locations.of(row)
    const { stream_id, topic, people } = conversation
    const { id, sender_id, sent_at, index_flags } = row
    const earlier = earlier_channels.map((channel) => channel.stream_id)
    const location = { stream_id, topic, people, earlier_channels: earlier }
    return { id, sender_id, sent_at, index_flags, ...location, deleted_at: null }
  })
}
