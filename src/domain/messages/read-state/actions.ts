import { splitIntoBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import { addStoredFlag, removeStoredFlag } from '../flag-sets/actions'
import { flagsAdded } from '../flag-sets/events'
import { FlagSet } from '../flag-sets/flag-set'
import { invalidMessage } from '../message-index/rules'
import { rowsWithIds } from '../message-index/storage'
import type { IndexRow } from '../message-index/message'
import { withdrawNotifications } from '../notifications/withdrawals'
import { MessageAccess } from '../access/access'
import { canBeUnread } from './unread'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { flagsRemoved } from './events'
import type { SettableFlag } from './rules'

/** Adds a flag to messages, for the actor. Returns the ids that changed. Throws if the actor cannot read one of them. */
export function addFlag(realm: Realm, actor: User, flag: SettableFlag, ids: readonly number[]): number[] {
  const access = new MessageAccess(realm, actor)
  const flagged = new FlagSet(realm, actor.user_id, flag)
  const rows = rowsWithIds(realm.sql, ids)
  access.prepare(rows)
  if (flag !== 'read') requireOwnOrReadable(access, rows, ids)
  const changed = rows.filter(
    (row) => !flagged.has(row.id) && (flag === 'read' ? canBeUnread(access, row) : access.canRead(row)),
  )
  if (changed.length === 0) return []
  const messages = changed.map((row) => row.id)
  addToOwnHistory(realm, actor, access, changed)
  if (flag === 'read') withdrawNotifications(realm, actor.user_id, messages)
  addFlagTo(realm, actor, flag, messages)
  return messages
}

/** Marks messages as read that `unreadMessages` returned, ascending. Nothing more needs to be known of them, so their rows are not read. */
export function markUnreadAsRead(realm: Realm, actor: User, unread: readonly number[]): void {
  withdrawNotifications(realm, actor.user_id, unread)
  for (const messages of splitIntoBatches(unread, MESSAGES_PER_EVENT)) addFlagTo(realm, actor, 'read', messages)
}

// An event must fit into a row of the event log.
const MESSAGES_PER_EVENT = 5000

function addFlagTo(realm: Realm, { user_id }: User, flag: SettableFlag, messages: number[]): void {
  addStoredFlag(realm, user_id, flag, messages)
  realm.publish(flagsAdded({ operation: 'add', flag, messages, all: false }), onlyUsers({ user_ids: [user_id] }))
}

/**
 * Throws if one of these messages does not exist, or is neither in the user's own history nor readable. Not called for marking
 * as read, which skips such messages: it adds nothing to the user's history.
 */
export function requireOwnOrReadable(access: MessageAccess, rows: readonly IndexRow[], ids: readonly number[]): void {
  const isForbidden = (row: IndexRow) => !access.isInOwnHistory(row) && !access.canRead(row)
  if (rows.length < new Set(ids).size || rows.some(isForbidden)) throw invalidMessage({})
}

/** Removes a flag from messages. Returns the ids that changed. Needs no access to the messages, because the flag is the actor's. */
export function removeFlag(
  realm: Realm,
  actor: User,
  flag: Exclude<SettableFlag, 'read'>,
  ids: readonly number[],
): number[] {
  const { user_id } = actor
  const flagged = new FlagSet(realm, user_id, flag)
  const messages = rowsWithIds(realm.sql, ids).flatMap(({ id }) => (flagged.has(id) ? [id] : []))
  if (messages.length === 0) return []
  removeStoredFlag(realm, user_id, flag, messages)
  realm.publish(flagsRemoved({ operation: 'remove', flag, messages, all: false }), onlyUsers({ user_ids: [user_id] }))
  return messages
}

/** Adds messages that the actor did not receive to the actor's own history, because the actor acts on them. */
export function addToOwnHistory(realm: Realm, actor: User, access: MessageAccess, rows: readonly IndexRow[]) {
  const added = rows.filter((row) => !access.isInOwnHistory(row)).map((row) => row.id)
  if (added.length > 0) addStoredFlag(realm, actor.user_id, 'historical', added)
}
