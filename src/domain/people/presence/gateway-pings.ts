import type { Credential } from '../../../api/callers'
import type { AdmittedCaller, PingFacts, UserPresence } from '../../../events/gateways/protocol'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { credentialHoldsUntil } from '../sessions/authentication'
import { userSettingsOf } from '../user-settings/storage'
import type { User } from '../users/user'
import { isLimited } from '../users/visible-users'
import { recordPresences } from './actions'
import { allPresences, isByRequest, presenceOf, takeChangedHere } from './storage'

// The realm's side of the pings that a gateway answers.

/** Whether a gateway may answer the pings of this realm: if clients ask for the presences that they need, and may see them. */
export const mayAnswerPings = (realm: ReadOnlyRealm): boolean =>
  isByRequest(realm) && !settingsOf(realm).presence_disabled

/** Returns what a gateway must know about a user whom the realm has admitted with this credential. */
export function admittedCaller(
  realm: ReadOnlyRealm,
  user: User,
  credential: Credential,
  isPing: boolean,
): AdmittedCaller {
  const { user_id } = user
  const until = credentialHoldsUntil(realm, credential)
  const caller = { ok: true, user_id, session_id: realm.session.id, until } as const
  return isPing ? { ...caller, ping: pingFactsOf(realm, user, until) } : caller
}

function pingFactsOf(realm: ReadOnlyRealm, user: User, until: number): PingFacts {
  return {
    // The realm gives a session another token in the answer.
    isOfRealm: until <= realm.now() || !mayAnswerPings(realm) || isLimited(realm, user),
    showsPresence: userSettingsOf(realm, user).presence_enabled,
  }
}

const RECENT_SECONDS = 3600

/**
 * Records the presences that changed in a gateway. Returns the presences that changed in the realm, which answers some pings itself. A
 * gateway without presences receives all of the last hour.
 */
export function exchangePresences(realm: Realm, changed: readonly UserPresence[], lacksAll: boolean): UserPresence[] {
  if (realm.timeline.state !== 'newest') return []
  realm.transaction(() => recordPresences(realm, changed))
  const changedHere = takeChangedHere(realm)
  const user_ids = lacksAll ? allPresences(realm).keys() : changedHere
  return recentPresences(realm, user_ids)
}

/** Returns the presences of those of these users who were there in the last hour. All others are offline. */
function recentPresences(realm: ReadOnlyRealm, user_ids: Iterable<number>): UserPresence[] {
  const since = realm.now() - RECENT_SECONDS
  const recent: UserPresence[] = []
  for (const user_id of user_ids) {
    const { active_timestamp = null, idle_timestamp = -Infinity } = presenceOf(realm, user_id) ?? {}
    if (idle_timestamp >= since) recent.push([user_id, { active_timestamp, idle_timestamp }])
  }
  return recent
}
