import type { UserPresence } from '../../../events/gateways/protocol'
import type { Realm } from '../../../realm'
import { realmUpdated } from '../../realm/settings/events'
import { usersWithHiddenPresence, userSettingsOf } from '../user-settings/storage'
import { everyone, usersWhoCanSee } from '../users/events'
import { allUsers, countActivePeople } from '../users/storage'
import type { User } from '../users/user'
import { userCameOnline } from './events'
import {
  hiddenPresence,
  isArrival,
  isByRequestWith,
  MAX_LISTED_PEOPLE,
  presenceAfter,
  currentPresence,
  type Presence,
  type PresenceStatus,
} from './rules'
import {
  decidePresence,
  hasEvents,
  isByRequest,
  setPresence,
  setPresences,
  presenceOf,
  writeByRequest,
  writePresences,
} from './storage'
import { hidesPresences } from './visible-presences'

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
  decidePresence(realm, user.user_id, presence)
  realm.listeners.notePresence(user.user_id, presence)
  publishPresence(realm, user, presence)
}

/** Records the presences of users who pinged a gateway, unless they hide them or were deactivated meanwhile. */
export function recordPresences(realm: Realm, changed: readonly UserPresence[]): void {
  const hidden = new Set(usersWithHiddenPresence(realm))
  for (const { user_id, is_active } of allUsers(realm)) if (!is_active) hidden.add(user_id)
  setPresences(
    realm,
    changed.filter(([user_id]) => !hidden.has(user_id)),
  )
}

/** Decides whether clients receive the presences of all users, which depends on the number of people. */
export function decideHowToShow(realm: Realm): void {
  const before = isByRequest(realm)
  const after = isByRequestWith(countActivePeople(realm.sql, MAX_LISTED_PEOPLE + 1), before)
  if (after === before) return
  const wasHidden = hidesPresences(realm)
  writeByRequest(realm, after)
  const value = hidesPresences(realm)
  if (value !== wasHidden) realm.publish(realmUpdated({ property: 'presence_disabled', value }), everyone({}))
}

function publishPresence(realm: Realm, { user_id }: User, presence: Presence) {
  if (hidesPresences(realm)) return
  if (!hasEvents(realm)) return
  writePresences(realm)
  realm.publish(userCameOnline({ user_id, server_timestamp: realm.now(), presence }), usersWhoCanSee({ user_id }))
}
