import type { Realm } from '../../../realm'
import { memorySize, MEBIBYTE } from '../../../store/memory-size'
import { historiesOf, loadPendingVersions, type Histories } from '../history/histories'
import type { History } from '../history/history-rules'
import { loadMessageExtras } from '../message-index/message-extras'
import type { IndexRow } from '../message-index/message'
import type { DisplayOptions } from '../wire-format/message'
import { MessageAccess } from '../access/access'
import { flagsFor } from '../access/flags'
import type { User } from '../../people/users/user'
import { packBodies, type PackedBodies } from './packed-bodies'
import { MessagePacker, unpackMessages, type FetchedMessage, type PackedMessages } from './packed-messages'

/**
 * Messages for the Worker, with the bodies and old versions that the realm has. Messages and their extras can be large, so only
 * the first requested messages are loaded, as many as fit. The others are in `left_out`.
 */
export type LoadedMessages = {
  messages: PackedMessages
  bodies: PackedBodies
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
  const access = new MessageAccess(realm, reader)
  const flags = flagsFor(access)
  const ids = rows.map((row) => row.id)
  const extras = loadMessageExtras(realm, rows, BYTES_OF_EXTRAS)
  const bodies = realm.bodies.available(ids, BYTES_OF_BODIES)
  const located = rows.map((row) => ({ ...row, ...access.locationOf(row) }))
  const historyBatch = historiesOf(access, located, options.knowsEmptyTopic)
  const histories = new Map<number, History>()
  const packer = new MessagePacker(realm, reader, options)
  let count = 0
  let bytes = 0
  for (const row of located.slice(0, Math.min(extras.within, bodies.within, historyBatch.within))) {
    packer.add({ row, conversation: row.conversation, flags: flags(row), extras: extras.found(row.id) })
    const history = historyBatch.found(row)
    bytes += memorySize(history) + memorySize(bodies.found.get(row.id))
    if (bytes + packer.bytes > BYTES_OF_PAGE && count > 0) break
    count++
    if (history) histories.set(row.id, history)
  }
  const versions = loadPendingVersions(realm, histories, ids.slice(0, count))
  const complete = Math.min(count, versions.within)
  const left_out = ids.slice(complete)
  for (const id of left_out) bodies.found.delete(id)
  return { messages: packer.packed(complete), bodies: packBodies(bodies.found), left_out, ...versions.found }
}

/** Returns a message as a request to the server of a bot has it: without flags, which are personal, and without its body. */
export function messageForBot(realm: Realm, bot: User, row: IndexRow): Omit<FetchedMessage, 'flags'> {
  const { messages } = loadMessages(realm, bot, [row], { client_gravatar: false, knowsEmptyTopic: true })
  const { flags: _, ...message } = unpackMessages(messages)[0]!
  return message
}
