import type { Realm } from '../../../realm'
import { addMarks, removeMarks } from '../flag-sets/actions'
import { flagsAdded } from '../flag-sets/events'
import { MarkSet } from '../flag-sets/mark-set'
import { invalidMessage } from '../message-index/rules'
import { rowsWithIds } from '../message-index/storage'
import type { IndexRow } from '../message-index/message'
import { withdrawNotifications } from '../notifications/notify'
import { Reading } from '../access/access'
import { isUnread } from './unread'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { flagsRemoved } from './events'
import type { SettableFlag } from './rules'

/** Marks messages for one person. Answers the ids that changed. */
export function addFlag(realm: Realm, actor: User, flag: SettableFlag, ids: readonly number[]): number[] {
  const reading = new Reading(realm, actor)
  const marked = new MarkSet(realm, actor.user_id, flag)
  const rows = rowsWithIds(realm, ids)
  if (flag !== 'read') refuseStrange(reading, rows, ids)
  const changed = rows.filter(
    (row) => !marked.has(row.id) && (flag === 'read' ? isUnread(reading, row) : reading.canRead(row)),
  )
  if (changed.length === 0) return []
  const messages = changed.map((row) => row.id)
  remember(realm, actor, reading, changed)
  addMarks(realm, actor.user_id, flag, messages)
  if (flag === 'read') withdrawNotifications(realm, actor.user_id, messages)
  realm.publish(flagsAdded({ operation: 'add', flag, messages, all: false }), people({ user_ids: [actor.user_id] }))
  return messages
}

/**
 * What is to become part of one's own history must be there to be read. Reading alone makes nothing one's own, so for
 * that whatever is not there, or not any more, is passed over.
 */
export function refuseStrange(reading: Reading, rows: readonly IndexRow[], ids: readonly number[]): void {
  const isStrange = (row: IndexRow) => !reading.isOwn(row) && !reading.canRead(row)
  if (rows.length < new Set(ids).size || rows.some(isStrange)) throw invalidMessage({})
}

/** Takes a star or the like off, which needs no access: the mark is one's own, and so is taking it off. */
export function removeFlag(
  realm: Realm,
  actor: User,
  flag: Exclude<SettableFlag, 'read'>,
  ids: readonly number[],
): number[] {
  const { user_id } = actor
  const marked = new MarkSet(realm, user_id, flag)
  const messages = rowsWithIds(realm, ids).flatMap(({ id }) => (marked.has(id) ? [id] : []))
  if (messages.length === 0) return []
  removeMarks(realm, user_id, flag, messages)
  realm.publish(flagsRemoved({ operation: 'remove', flag, messages, all: false }), people({ user_ids: [user_id] }))
  return messages
}

// Acting on a message that was never received makes it part of one's own history.
export function remember(realm: Realm, actor: User, reading: Reading, rows: readonly IndexRow[]) {
  const strange = rows.filter((row) => !reading.isOwn(row)).map((row) => row.id)
  if (strange.length > 0) addMarks(realm, actor.user_id, 'historical', strange)
}
