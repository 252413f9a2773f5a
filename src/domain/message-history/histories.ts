import { badRequest } from '../../api/errors'
import type { MessageBody, Realm } from '../../realm'
import { messageVisibleTo } from '../reading/access'
import { settingsOf } from '../realm/storage'
import { movesWithIds, type Move } from '../topics/moves'
import { isToggle, topicShown } from '../topics/rules'
import type { User } from '../users/user'
import { editsOf, oldVersionsAtHand, type MessageEdit, type OldVersion } from './storage'

export const historyDisabled = badRequest(() => 'Message edit history is disabled in this organization')

/** What became of a message since it was sent, as far as the realm knows: what it said before is put in at the edge. */
type History = {
  changes: Change[] // the newest first, and only those that may be shown
  last_edit_timestamp?: number
  last_moved_timestamp?: number // to be resolved is not to be moved
}

export type Change = {
  id: number // that of the event as of which it happened
  user_id: number
  timestamp: number
  /** What it said before is known under this id. */
  old_version?: number
  prev_topic?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

export type Histories = {
  histories: Map<number, History>
  oldVersions: Map<number, OldVersion>
}

type Moved = { id: number; moves: readonly number[] }

/** The histories of those of these messages that have any. */
export function historiesOf(realm: Realm, messages: readonly Moved[], knowsEmptyTopic: boolean): Histories {
  const policy = settingsOf(realm).message_edit_history_visibility_policy
  const ids = messages.map(({ id }) => id)
  const edits = Map.groupBy(editsOf(realm, ids), ({ message_id }) => message_id)
  const moveIds = new Set(messages.flatMap(({ moves }) => moves))
  const moves = new Map(movesWithIds(realm, [...moveIds]).map((move) => [move.id, move]))
  const histories = new Map<number, History>()
  for (const message of messages) {
    const ofMessage = message.moves.flatMap((id) => moves.get(id) ?? [])
    const past = { edits: edits.get(message.id) ?? [], moves: ofMessage }
    if (past.edits.length + past.moves.length > 0)
      histories.set(message.id, historyOf(past, { policy, knowsEmptyTopic }))
  }
  const shown = [...histories.values()].flatMap(({ changes }) => changes)
  const versions = shown.flatMap(({ old_version }) => (old_version === undefined ? [] : [old_version]))
  return { histories, oldVersions: oldVersionsAtHand(realm, versions) }
}

type Past = { edits: readonly MessageEdit[]; moves: readonly Move[] }
type Shown = { policy: 'all' | 'moves' | 'none'; knowsEmptyTopic: boolean }

/** That a message was changed, and when, is no secret; how is for the realm to say. */
function historyOf({ edits, moves }: Past, { policy, knowsEmptyTopic }: Shown): History {
  const changes = new Map<number, Change>()
  // Who changes both at once has made one change.
  if (policy !== 'none') for (const move of moves) changes.set(move.id, moveShown(move, knowsEmptyTopic))
  if (policy === 'all')
    for (const { id, user_id, edited_at } of edits)
      changes.set(id, { ...changes.get(id), id, user_id, timestamp: edited_at, old_version: id })
  return {
    changes: [...changes.values()].sort((a, b) => b.id - a.id),
    last_edit_timestamp: edits.at(-1)?.edited_at,
    last_moved_timestamp: moves.findLast((move) => !isOnlyMarked(move))?.moved_at,
  }
}

const isOnlyMarked = ({ stream_id, new_stream_id, topic, new_topic }: Move): boolean =>
  stream_id === new_stream_id && isToggle(topic, new_topic)

function moveShown(move: Move, knowsEmptyTopic: boolean): Change {
  const { id, user_id, moved_at, stream_id, new_stream_id } = move
  const [prev_topic, topic] = [move.topic, move.new_topic].map((each) => topicShown(each, knowsEmptyTopic))
  return {
    id,
    user_id,
    timestamp: moved_at,
    ...(move.topic === move.new_topic ? {} : { prev_topic, topic }),
    ...(stream_id === new_stream_id ? {} : { prev_stream: stream_id, stream: new_stream_id }),
  }
}

/** A message with all that became of it, as far as the realm knows. */
export type Told = Histories & {
  message: { id: number; sender_id: number; sent_at: number; topic: string }
  body: MessageBody | undefined
}

/** Whoever may read a message may know what became of it, where the realm shows that at all. */
export function historyFor(realm: Realm, reader: User, id: number, knowsEmptyTopic: boolean): Told {
  const { sender_id, sent_at, conversation, moves } = messageVisibleTo(realm, reader, id)
  if (settingsOf(realm).message_edit_history_visibility_policy === 'none') throw historyDisabled({})
  const topic = conversation.topic === null ? '' : topicShown(conversation.topic, knowsEmptyTopic)
  return {
    message: { id, sender_id, sent_at, topic },
    body: realm.bodies.atHand([id]).get(id),
    ...historiesOf(realm, [{ id, moves }], knowsEmptyTopic),
  }
}
