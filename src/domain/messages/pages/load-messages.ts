import type { MessageBody, Realm } from '../../../realm'
import { countCovered, memorySize, MEBIBYTE } from '../../../store/memory-size'
import { historiesOf, loadPendingVersions, type Histories } from '../history/histories'
import { versionIdsOf, type History } from '../history/history-rules'
import { loadVersions } from '../history/old-versions-in-d1'
import { loadMessageExtras } from '../message-index/message-extras'
import type { IndexRow } from '../message-index/message'
import type { DisplayOptions } from '../wire-format/message'
import { MessageAccess } from '../access/access'
import { flagsFor } from '../access/flags'
import type { User } from '../../people/users/user'
import { addToPacked, packBodies, type PackedBodies } from './packed-bodies'
import { MessagePacker, unpackMessages, type FetchedMessage, type PackedMessages } from './packed-messages'

/**
 * Messages for the Worker, with the bodies and old versions that the realm has. Messages and their extras can be large, so only
 * the first requested messages are loaded, as many as fit. The others are in `left_out`.
 */
export type LoadedMessages = {
  messages: PackedMessages
  bodies: PackedBodies
  left_out: number[]
  /** How many of the messages have all their texts here. Undefined: the Worker reads from D1 what is missing. */
  complete?: number
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

/** Returns the messages with the texts that only D1 has. `complete` is the number of messages, from the first on, whose texts fit. */
export async function withTextsOfD1<Loaded extends LoadedMessages>(realm: Realm, loaded: Loaded): Promise<Loaded> {
  const { ids } = loaded.messages
  const here = new Set(loaded.bodies.ids)
  const toLoad = ids.filter((id) => !here.has(id))
  if (toLoad.length === 0 && hasAllVersions(loaded, ids)) return { ...loaded, complete: ids.length }
  const [bodies, versions] = await Promise.all([
    toLoad.length > 0
      ? realm.bodies.loadPage(toLoad, BYTES_OF_BODIES)
      : { found: new Map<number, MessageBody>(), within: 0 },
    loadVersions(realm.databases.texts, loaded, ids),
  ])
  const complete = Math.min(versions.within, countCovered(ids, toLoad, bodies.within))
  return { ...loaded, ...versions.found, bodies: addToPacked(loaded.bodies, bodies.found), complete }
}

const hasAllVersions = ({ histories, oldVersions }: Histories, ids: readonly number[]) =>
  histories.size === 0 || versionIdsOf(histories, ids).every((version) => oldVersions.has(version))

/** Returns a message as a request to the server of a bot has it: without flags, which are personal, and without its body. */
export function messageForBot(realm: Realm, bot: User, row: IndexRow): Omit<FetchedMessage, 'flags'> {
  const { messages } = loadMessages(realm, bot, [row], { client_gravatar: false, knowsEmptyTopic: true })
  const { flags: _, ...message } = unpackMessages(messages)[0]!
  return message
}
