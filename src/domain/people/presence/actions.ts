import type { Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { userSettingsOf } from '../user-settings/storage'
import { usersWhoCanSee } from '../users/events'
import { allUsers } from '../users/storage'
import type { User } from '../users/user'
import { userCameOnline } from './events'
import {
  hiddenPresence,
  isArrival,
  hasPresenceEvents,
  presenceAfter,
  currentPresence,
  type Presence,
  type PresenceStatus,
} from './rules'
import { setPresence, presenceOf, writePresences } from './storage'

/** Records that a client of the user is there, unless the user hides their presence. */
export function recordPing(realm: Realm, user: User, status: PresenceStatus): void {
  const now = realm.now()
  const before = presenceOf(realm, user.user_id)
  const after = presenceAfter(before, status, now)
  if (after === undefined || !userSettingsOf(realm, user).presence_enabled) return
  setPresence(realm, user.user_id, after)
  if (isArrival(before, status, now)) publishPresence(realm, user, after)
}

/** Shows or hides the presence of a user at once, and not with their next ping. */
export function applyPresenceSetting(realm: Realm, user: User, isEnabled: boolean): void {
  const presence = isEnabled ? currentPresence(realm.now()) : hiddenPresence(realm.now())
  setPresence(realm, user.user_id, presence)
  publishPresence(realm, user, presence)
}

function publishPresence(realm: Realm, { user_id }: User, presence: Presence) {
  if (settingsOf(realm).presence_disabled) return
  if (!hasPresenceEvents(allUsers(realm).filter((other) => other.is_active && !other.is_bot).length)) return
  writePresences(realm)
  realm.publish(userCameOnline({ user_id, server_timestamp: realm.now(), presence }), usersWhoCanSee({ user_id }))
}
