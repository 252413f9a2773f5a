import type { MessageBody, Realm } from '../../../realm'
import { memorySize, MEBIBYTE } from '../../../store/memory-size'
import { historiesOf, loadPendingVersions, type Histories } from '../history/histories'
import type { History } from '../history/history-rules'
import { loadMessageExtras } from '../message-index/message-extras'
import type { IndexRow } from '../message-index/message'
import { messageFacts, messageForReader, type DisplayOptions } from '../wire-format/message'
import { MessageAccess } from '../access/access'
import { flagsFor } from '../access/flags'
import { whomTheyKnow } from '../../people/users/sight'
import type { User } from '../../people/users/user'

/**
 * Messages on their way to the edge: all the realm knows of each, and the bodies it has at hand. A message can be large, and
 * so can what hangs off it: of the messages that were asked for, only the first are handed over, as many as fit.
 */
export type LoadedMessages = {
  messages: (ReturnType<typeof messageForReader> & { flags: string[] })[]
  bodies: Map<number, MessageBody>
  left_out: number[]
} & Histories

const BYTES_OF_PAGE = 6 * MEBIBYTE
const BYTES_OF_BODIES = 4 * MEBIBYTE
/** Of each concept that adds to messages. */
const BYTES_ADDED = 2 * MEBIBYTE

/** These messages as their reader has them, in the order of the rows. */
export function loadMessages(
  realm: Realm,
  reader: User,
  rows: readonly IndexRow[],
  shown: DisplayOptions,
): LoadedMessages {
  const knows = whomTheyKnow(realm, reader)
  const access = new MessageAccess(realm, reader)
  const flags = flagsFor(access)
  const ids = rows.map((row) => row.id)
  const adorned = loadMessageExtras(realm, rows, BYTES_ADDED)
  const bodies = realm.bodies.available(ids, BYTES_OF_BODIES)
  const moved = rows.map((row) => ({ id: row.id, ...access.locationOf(row) }))
  const past = historiesOf(access, moved, shown.knowsEmptyTopic)
  const histories = new Map<number, History>()
  const messages: LoadedMessages['messages'] = []
  let bytes = 0
  for (const row of rows.slice(0, Math.min(adorned.within, bodies.within, past.within))) {
    const message = {
      ...messageForReader(realm, reader, messageFacts(realm, row, access.conversationOf(row)), { ...shown, knows }),
      ...adorned.found(row.id),
      flags: flags(row),
    }
    const history = past.found({ id: row.id, ...access.locationOf(row) })
    bytes += memorySize(message) + memorySize(history) + memorySize(bodies.found.get(row.id))
    if (bytes > BYTES_OF_PAGE && messages.length > 0) break
    messages.push(message)
    if (history) histories.set(row.id, history)
  }
  const versions = loadPendingVersions(realm, histories, ids.slice(0, messages.length))
  const handed = messages.slice(0, versions.within)
  const left_out = ids.slice(handed.length)
  for (const id of left_out) bodies.found.delete(id)
  return { messages: handed, bodies: bodies.found, left_out, ...versions.found }
}
