import type { ReadOnlyRealm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { visibilityFilter } from '../users/visible-users'
import { findUser } from '../users/storage'
import type { User } from '../users/user'
import {
  HISTORY_DAYS,
  isRecent,
  legacyPresence,
  MAX_LISTED_PEOPLE,
  modernPresence,
  NO_UPDATE,
  type LegacyPresence,
  type ModernPresence,
  type Presence,
} from './rules'
import { allPresences, isByRequest, presenceOf } from './storage'

/** The presences that a client requests. */
export type PresenceRequest = {
  /** The newest change that the client has. -1 or 0: none. */
  last_update_id?: number
  history_limit_days?: number
  slim_presence: boolean
}

/** The keys are user ids in the modern form, and API addresses in the legacy form. */
type Presences = Record<string, ModernPresence | LegacyPresence>
export type VisiblePresences = { presences: Presences; presence_last_update_id: number }

/**
 * Returns the presences that the viewer can see. If the client has a newest change, they are those that changed since then.
 * Otherwise they are those of the last days.
 */
export function visiblePresences(realm: ReadOnlyRealm, viewer: User, request: PresenceRequest): VisiblePresences {
  const { last_update_id = NO_UPDATE, history_limit_days = HISTORY_DAYS } = request
  const presences: Presences = {}
  let newest = last_update_id
  if (settingsOf(realm).presence_disabled || !listsPresences(realm))
    return { presences, presence_last_update_id: newest }
  const isModern = request.slim_presence || request.last_update_id !== undefined
  const isUpdate = last_update_id > 0
  const isVisible = visibilityFilter(realm, viewer)
  for (const [user_id, presence] of allPresences(realm)) {
    if (isUpdate ? presence.update_id <= last_update_id : !isRecent(presence, history_limit_days, realm.now())) continue
    const user = findUser(realm, user_id)
    if (user === undefined || !isVisible(user)) continue
    if (isModern) presences[user_id] = modernPresence(presence, user.date_joined)
    else presences[user.email] = legacyPresence(presence)
    newest = Math.max(newest, presence.update_id)
  }
  return { presences, presence_last_update_id: newest }
}

/** Whether clients receive the presences of all users. In a large organization they ask for those of the users whom they show. */
export const listsPresences = (realm: ReadOnlyRealm): boolean =>
  !isByRequest(realm) && allPresences(realm).size <= MAX_LISTED_PEOPLE

/** Whether clients must not show who is active, unless they ask for the presences of the users whom they show. */
export const hidesPresences = (realm: ReadOnlyRealm): boolean =>
  settingsOf(realm).presence_disabled || isByRequest(realm)

/** Returns a function that finds the presence of a user whom the viewer can see. */
export function visiblePresenceFinder(realm: ReadOnlyRealm, viewer: User): (user_id: number) => Presence | undefined {
  if (settingsOf(realm).presence_disabled) return () => undefined
  const isVisible = visibilityFilter(realm, viewer)
  return (user_id) => {
    const user = findUser(realm, user_id)
    return user && isVisible(user) ? presenceOf(realm, user_id) : undefined
  }
}
