import type { Realm } from '../../realm'
import { Reading } from '../messages/access'
import { addMarks, MarkSet, removeMarks, type Mark } from '../messages/marks'
import { rowsWithIds, type IndexRow } from '../messages/storage'
import { floorOf, setFloor } from '../messages/unread'
import { people } from '../users/events'
import type { User } from '../users/user'
import { flagsAdded, flagsRemoved } from './events'
import type { SettableFlag } from './rules'
import { detailsOf, type UnreadDetails } from './unread-state'

/** Marks messages for one person. Answers the ids that changed; what they may not read is passed over. */
export function addFlag(realm: Realm, actor: User, flag: SettableFlag, ids: readonly number[]): number[] {
  const reading = new Reading(realm, actor)
  const marked = new MarkSet(realm, actor.user_id, flag)
  const changed = readable(reading, ids).filter(
    (row) => !marked.has(row.id) && (flag !== 'read' || reading.wasReceived(row)),
  )
  if (changed.length === 0) return []
  const messages = changed.map((row) => row.id)
  remember(realm, actor, reading, changed)
  addMarks(realm, actor.user_id, flag, messages)
  realm.publish(flagsAdded({ operation: 'add', flag, messages, all: false }), people({ user_ids: [actor.user_id] }))
  return messages
}

export type Removed = { messages: number[]; ignored_because_not_subscribed_channels: number[] }

/** Takes a mark off. Only what is in a channel one is subscribed to can become unread again. */
export function removeFlag(realm: Realm, actor: User, flag: SettableFlag, ids: readonly number[]): Removed {
  const reading = new Reading(realm, actor)
  const marked = new MarkSet(realm, actor.user_id, flag)
  const rows = readable(reading, ids).filter((row) => marked.has(row.id))
  const ignored = new Set<number>()
  const changed = rows.filter((row) => {
    const { stream_id } = reading.conversationOf(row)
    if (flag !== 'read' || reading.receivedSinceJoining(row)) return true
    if (stream_id !== null) ignored.add(stream_id)
    return false
  })
  if (changed.length > 0) unmark(realm, actor, flag, changed, reading)
  return {
    messages: changed.map((row) => row.id),
    ignored_because_not_subscribed_channels: [...ignored].sort((a, b) => a - b),
  }
}

function unmark(realm: Realm, actor: User, flag: Mark, changed: readonly IndexRow[], reading: Reading) {
  const { user_id } = actor
  const messages = changed.map((row) => row.id)
  removeMarks(realm, user_id, flag, messages)
  let message_details: Record<string, UnreadDetails> | undefined
  if (flag === 'read') {
    const oldest = messages[0]! - 1
    if (oldest < floorOf(realm, user_id)) setFloor(realm, user_id, oldest)
    message_details = Object.fromEntries(changed.map((row) => [row.id, detailsOf(realm, actor, row, reading)]))
  }
  realm.publish(
    flagsRemoved({ operation: 'remove', flag, messages, all: false, message_details }),
    people({ user_ids: [user_id] }),
  )
}

const readable = (reading: Reading, ids: readonly number[]) =>
  rowsWithIds(reading.realm, ids).filter((row) => reading.canRead(row))

// Acting on a message that was never received makes it part of one's own history.
function remember(realm: Realm, actor: User, reading: Reading, rows: readonly IndexRow[]) {
  const strange = rows.filter((row) => !reading.isOwn(row)).map((row) => row.id)
  if (strange.length > 0) addMarks(realm, actor.user_id, 'historical', strange)
}
