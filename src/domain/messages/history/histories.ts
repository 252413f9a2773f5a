import { badRequest } from '../../../api/errors'
import type { MessageBody, ReadOnlyRealm, Realm } from '../../../realm'
import { countCovered, MEBIBYTE, type Batch } from '../../../store/memory-size'
import { getVisibleMessage, MessageAccess, type FormerLocation } from '../access/access'
import { IndexFlag } from '../message-index/message'
import { settingsOf } from '../../realm/settings/storage'
import type { EarlierChannel, Move } from '../../channels/topics/move'
import { movesWithIds } from '../../channels/topics/move-storage'
import { isResolveToggle, topicNameFor } from '../../channels/topics/rules'
import type { User } from '../../people/users/user'
import { cutHistories, newestChangesOf, versionIdsOf, type Change, type History } from './history-rules'
import { editsOf, pendingOldVersions, type MessageEdit, type OldVersion } from './storage'

export const historyDisabled = badRequest(() => 'Message edit history is disabled in this organization')

export type Histories = {
  histories: ReadonlyMap<number, History>
  oldVersions: ReadonlyMap<number, OldVersion>
}

/** Who reads a history: decides which topics from before a move they may know. */
export type HistoryReader = {
  readonly realm: ReadOnlyRealm
  canKnowLocation(message: { id: number }, location: FormerLocation): boolean
}

type MovedMessage = {
  id: number
  index_flags: number
  moves: readonly number[]
  earlier_channels: readonly EarlierChannel[]
}

// A page of messages has less history of each message than a request for one history.
const IN_PAGES = { most: 100, bytes: MEBIBYTE }
const ALONE = { most: 1000, bytes: MEBIBYTE }
const MAX_MOVES = 5000
/** The bytes of old versions that one request holds. */
export const MAX_OLD_VERSIONS_BYTES = 2 * MEBIBYTE

/** Returns a function that returns the visible history of a message, for the first of these messages. Undefined if it has none. */
export function historiesOf(
  access: HistoryReader,
  messages: readonly MovedMessage[],
  knowsEmptyTopic: boolean,
  limits = IN_PAGES,
): Batch<(message: MovedMessage) => History | undefined> {
  const { realm } = access
  const policy = settingsOf(realm).message_edit_history_visibility_policy
  const edited = messages.flatMap(({ id, index_flags }) => ((index_flags & IndexFlag.edited) !== 0 ? [id] : []))
  const edits = editsOf(realm.sql, edited, limits)
  const newestMoves = new Map(messages.map(({ id, moves }) => [id, moves.slice(-limits.most - 1)]))
  const moveIds = new Set<number>()
  const ids = messages.map(({ id }) => id)
  let within = countCovered(ids, edited, edits.within)
  for (const [i, { id }] of messages.entries()) {
    for (const move of newestMoves.get(id) ?? []) moveIds.add(move)
    if (moveIds.size > MAX_MOVES && i > 0) within = Math.min(within, i)
    if (i >= within) break
  }
  const read = moveIds.size === 0 ? [] : movesWithIds(realm.sql, [...moveIds])
  const moves = new Map(read.map((move) => [move.id, move]))
  const found = (message: MovedMessage) => {
    const moved = (newestMoves.get(message.id) ?? []).flatMap((move) => moves.get(move) ?? [])
    const changed = { ...message, edits: edits.found.get(message.id) ?? [], moved }
    const hasChanges = changed.edits.length + moved.length > 0
    return hasChanges ? historyOf(changed, { policy, access, knowsEmptyTopic, most: limits.most }) : undefined
  }
  return { found, within }
}

/** Returns the old versions of these histories that D1 may not have yet. */
export function loadPendingVersions(
  realm: Realm,
  histories: ReadonlyMap<number, History>,
  ids: readonly number[],
): Batch<Histories> {
  const versions = versionIdsOf(histories, ids)
  const pending = pendingOldVersions(realm, versions, MAX_OLD_VERSIONS_BYTES)
  const { found, within } = cutHistories(histories, ids, versions[pending.within])
  return { found: { histories: found, oldVersions: pending.found }, within }
}

type ChangedMessage = MovedMessage & { edits: readonly MessageEdit[]; moved: readonly Move[] }
type HistoryOptions = {
  policy: 'all' | 'moves' | 'none'
  access: HistoryReader
  knowsEmptyTopic: boolean
  most: number
}

/** Returns a message's history. All readers see that a message was changed, and when. The realm's policy decides about the rest. */
function historyOf(message: ChangedMessage, { policy, access, knowsEmptyTopic, most }: HistoryOptions): History {
  const { edits, moved } = message
  const changes = new Map<number, Change>()
  // A request that changes both content and topic is one change.
  if (policy !== 'none')
    for (const move of visibleMoves(access, message)) changes.set(move.id, moveChange(move, knowsEmptyTopic))
  if (policy === 'all')
    for (const { id, user_id, edited_at } of edits)
      changes.set(id, { ...changes.get(id), id, user_id, timestamp: edited_at, old_version: id })
  const history = {
    changes: [...changes.values()].sort((a, b) => b.id - a.id),
    last_edit_timestamp: edits.at(-1)?.edited_at,
    last_moved_timestamp: moved.findLast((move) => !isResolveOnly(move))?.moved_at,
  }
  return newestChangesOf(history, most)
}

const isResolveOnly = ({ stream_id, new_stream_id, topic, new_topic }: Move): boolean =>
  stream_id === new_stream_id && isResolveToggle(topic, new_topic)

/**
 * The moves of a message without the names of topics that the reader does not know: the reader can read the message where
 * it is now, but perhaps not where it was. Such a topic gets the name of the next topic that the reader knows. Clients
 * still see that the message came from another channel. A move between two such topics is left out.
 */
function visibleMoves(access: HistoryReader, { id, moved, earlier_channels }: ChangedMessage): Move[] {
  const visible: Move[] = []
  let knowsNext = true
  let nextName: string | undefined
  for (const move of moved.toReversed()) {
    const new_topic = knowsNext ? move.new_topic : (nextName ?? move.new_topic)
    // Only the newest moves are here, but all the channels that the message came through.
    const moved_in_at_event = earlier_channels.findLast(({ until_event }) => until_event < move.id)?.until_event ?? null
    const knowsLocation = access.canKnowLocation({ id }, { stream_id: move.stream_id, moved_in_at_event })
    const topic = knowsLocation ? move.topic : new_topic
    if (knowsLocation || knowsNext) visible.push({ ...move, topic, new_topic })
    knowsNext = knowsLocation
    nextName = topic
  }
  return visible.reverse()
}

function moveChange(move: Move, knowsEmptyTopic: boolean): Change {
  const { id, user_id, moved_at, stream_id, new_stream_id } = move
  const [prev_topic, topic] = [move.topic, move.new_topic].map((name) => topicNameFor(name, knowsEmptyTopic))
  return {
    id,
    user_id,
    timestamp: moved_at,
    ...(move.topic === move.new_topic ? {} : { prev_topic, topic }),
    ...(stream_id === new_stream_id ? {} : { prev_stream: stream_id, stream: new_stream_id }),
  }
}

/** A message with its history, without what only D1 has. */
export type MessageHistory = Histories & {
  message: { id: number; sender_id: number; sent_at: number; topic: string }
  body: MessageBody | undefined
}

/** Returns the history of a message. Throws if the reader cannot read the message, or the realm hides histories. */
export function historyFor(realm: Realm, reader: User, id: number, knowsEmptyTopic: boolean): MessageHistory {
  const found = getVisibleMessage(realm, reader, id)
  const { sender_id, sent_at, conversation } = found
  if (settingsOf(realm).message_edit_history_visibility_policy === 'none') throw historyDisabled({})
  const topic = conversation.topic === null ? '' : topicNameFor(conversation.topic, knowsEmptyTopic)
  const history = historiesOf(new MessageAccess(realm, reader), [found], knowsEmptyTopic, ALONE).found(found)
  return {
    message: { id, sender_id, sent_at, topic },
    body: realm.bodies.findAvailable(id),
    ...loadPendingVersions(realm, new Map(history ? [[id, history]] : []), [id]).found,
  }
}
