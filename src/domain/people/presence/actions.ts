import type { Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { userSettingsOf } from '../user-settings/storage'
import { whoKnows } from '../users/events'
import { allUsers } from '../users/storage'
import type { User } from '../users/user'
import { cameOnline } from './events'
import {
  hidden,
  isArrival,
  isWorthTelling,
  presenceAfter,
  shownAnew,
  type Presence,
  type PresenceStatus,
} from './rules'
import { notePresence, presenceOf, writePresences } from './storage'

/** Somebody's program says that they are there, if they want that to be known. */
export function ping(realm: Realm, user: User, status: PresenceStatus): void {
  const now = realm.now()
  const before = presenceOf(realm, user.user_id)
  const after = presenceAfter(before, status, now)
  if (after === undefined || !userSettingsOf(realm, user).presence_enabled) return
  notePresence(realm, user.user_id, after)
  if (isArrival(before, status, now)) tell(realm, user, after)
}

/** Whether somebody wants to be seen takes effect at once, and not with their next ping. */
export function followPresenceSetting(realm: Realm, user: User, isEnabled: boolean): void {
  const presence = isEnabled ? shownAnew(realm.now()) : hidden(realm.now())
  notePresence(realm, user.user_id, presence)
  tell(realm, user, presence)
}

function tell(realm: Realm, { user_id }: User, presence: Presence) {
  if (settingsOf(realm).presence_disabled) return
  if (!isWorthTelling(allUsers(realm).filter((each) => each.is_active && !each.is_bot).length)) return
  writePresences(realm)
  realm.publish(cameOnline({ user_id, server_timestamp: realm.now(), presence }), whoKnows({ user_id }))
}
