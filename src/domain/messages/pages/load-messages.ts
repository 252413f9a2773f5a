import type { MessageBody, Realm } from '../../../realm'
import { memorySize, MEBIBYTE } from '../../../store/memory-size'
import { historiesOf, loadPendingVersions, type Histories } from '../history/histories'
import type { History } from '../history/history-rules'
import { loadMessageExtras } from '../message-index/message-extras'
import type { IndexRow } from '../message-index/message'
import { messageFacts, messageForReader, type DisplayOptions } from '../wire-format/message'
import { MessageAccess } from '../access/access'
import { flagsFor } from '../access/flags'
import { visibilityFilter } from '../../people/users/visible-users'
import type { User } from '../../people/users/user'

/**
 * Messages for the Worker, with the bodies and old versions that the realm has. Messages and their extras can be large, so only
 * the first requested messages are loaded, as many as fit. The others are in `left_out`.
 */
export type LoadedMessages = {
  messages: (ReturnType<typeof messageForReader> & { flags: string[] })[]
  bodies: Map<number, MessageBody>
  left_out: number[]
} & Histories

const BYTES_OF_PAGE = 6 * MEBIBYTE
const BYTES_OF_BODIES = 4 * MEBIBYTE
/** For each kind of message extras. */
const BYTES_OF_EXTRAS = 2 * MEBIBYTE

/** Returns the first of these messages as their reader receives them, in the order of the rows. */
export function loadMessages(
  realm: Realm,
  reader: User,
  rows: readonly IndexRow[],
  options: DisplayOptions,
): LoadedMessages {
  const canSee = visibilityFilter(realm, reader)
  const access = new MessageAccess(realm, reader)
  const flags = flagsFor(access)
  const ids = rows.map((row) => row.id)
  const extras = loadMessageExtras(realm, rows, BYTES_OF_EXTRAS)
  const bodies = realm.bodies.available(ids, BYTES_OF_BODIES)
  const located = rows.map((row) => ({ id: row.id, ...access.locationOf(row) }))
  const historyBatch = historiesOf(access, located, options.knowsEmptyTopic)
  const histories = new Map<number, History>()
  const messages: LoadedMessages['messages'] = []
  let bytes = 0
  for (const row of rows.slice(0, Math.min(extras.within, bodies.within, historyBatch.within))) {
    const message = {
      ...messageForReader(realm, reader, messageFacts(realm, row, access.conversationOf(row)), { ...options, canSee }),
      ...extras.found(row.id),
      flags: flags(row),
    }
    const history = historyBatch.found({ id: row.id, ...access.locationOf(row) })
    bytes += memorySize(message) + memorySize(history) + memorySize(bodies.found.get(row.id))
    if (bytes > BYTES_OF_PAGE && messages.length > 0) break
    messages.push(message)
    if (history) histories.set(row.id, history)
  }
  const versions = loadPendingVersions(realm, histories, ids.slice(0, messages.length))
  const complete = messages.slice(0, versions.within)
  const left_out = ids.slice(complete.length)
  for (const id of left_out) bodies.found.delete(id)
  return { messages: complete, bodies: bodies.found, left_out, ...versions.found }
}
