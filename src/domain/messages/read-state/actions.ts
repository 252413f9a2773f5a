import type { Realm } from '../../../realm'
import { addStoredFlag, removeStoredFlag } from '../flag-sets/actions'
import { flagsAdded } from '../flag-sets/events'
import { FlagSet } from '../flag-sets/flag-set'
import { invalidMessage } from '../message-index/rules'
import { rowsWithIds } from '../message-index/storage'
import type { IndexRow } from '../message-index/message'
import { withdrawNotifications } from '../notifications/actions'
import { MessageAccess } from '../access/access'
import { canBeUnread } from './unread'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { flagsRemoved } from './events'
import type { SettableFlag } from './rules'

/** Marks messages for one person. Answers the ids that changed. */
export function addFlag(realm: Realm, actor: User, flag: SettableFlag, ids: readonly number[]): number[] {
  const access = new MessageAccess(realm, actor)
  const marked = new FlagSet(realm, actor.user_id, flag)
  const rows = rowsWithIds(realm, ids)
  if (flag !== 'read') requireOwnOrReadable(access, rows, ids)
  const changed = rows.filter(
    (row) => !marked.has(row.id) && (flag === 'read' ? canBeUnread(access, row) : access.canRead(row)),
  )
  if (changed.length === 0) return []
  const messages = changed.map((row) => row.id)
  addToOwnHistory(realm, actor, access, changed)
  addStoredFlag(realm, actor.user_id, flag, messages)
  if (flag === 'read') withdrawNotifications(realm, actor.user_id, messages)
  realm.publish(flagsAdded({ operation: 'add', flag, messages, all: false }), people({ user_ids: [actor.user_id] }))
  return messages
}

/**
 * What is to become part of one's own history must be there to be read. Reading alone makes nothing one's own, so for
 * that whatever is not there, or not any more, is passed over.
 */
export function requireOwnOrReadable(access: MessageAccess, rows: readonly IndexRow[], ids: readonly number[]): void {
  const isStrange = (row: IndexRow) => !access.isInOwnHistory(row) && !access.canRead(row)
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
  const marked = new FlagSet(realm, user_id, flag)
  const messages = rowsWithIds(realm, ids).flatMap(({ id }) => (marked.has(id) ? [id] : []))
  if (messages.length === 0) return []
  removeStoredFlag(realm, user_id, flag, messages)
  realm.publish(flagsRemoved({ operation: 'remove', flag, messages, all: false }), people({ user_ids: [user_id] }))
  return messages
}

// Acting on a message that was never received makes it part of one's own history.
export function addToOwnHistory(realm: Realm, actor: User, access: MessageAccess, rows: readonly IndexRow[]) {
  const strange = rows.filter((row) => !access.isInOwnHistory(row)).map((row) => row.id)
  if (strange.length > 0) addStoredFlag(realm, actor.user_id, 'historical', strange)
}
