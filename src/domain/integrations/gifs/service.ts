import type { OutsidePolicy } from '../../../outside/fetch-outside'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import { insufficientPermission, isLinkGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { deleteSecret } from '../../realm/secrets/actions'
import { findKeyOfServer, serverOfKey, writeKeyOfServer } from '../../realm/secrets/key-of-server'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { settingsOf } from '../../realm/settings/storage'
import { gifsAreIncomplete, gifsAreOff } from './errors'

/** Where the server searches. */
export type GifService = { url: string; key: string; policy: OutsidePolicy }

const SECRET = 'key of the service for GIFs'

/** The APIs of these services. `address` is one that the owners enter. */
const ADDRESSES = { giphy: 'https://api.giphy.com/v2', klipy: 'https://api.klipy.com/v2' }

/** Returns the address of the service that the owners chose. Throws if there is none, or if it is not complete. */
function requireAddress(realm: ReadOnlyRealm): string {
  const { parley_gif_service: service, parley_gif_url: own } = settingsOf(realm)
  if (service === 'none') throw gifsAreOff({})
  const url = service === 'address' ? own : ADDRESSES[service]
  if (url === '') throw gifsAreIncomplete({})
  return url
}

export const serverOfGifKey = (realm: ReadOnlyRealm): string | undefined => serverOfKey(realm, SECRET)

/** Stores the key for the server of the chosen service. Throws if owners chose none. */
export function writeGifKey(realm: Realm, actor: User, key: string): void {
  const origin = writeKeyOfServer(realm, SECRET, { url: requireAddress(realm), key })
  recordAudit(realm, 'gif_key_set', actor, { origin })
}

export function removeGifKey(realm: Realm, actor: User): void {
  if (serverOfGifKey(realm) === undefined) return
  deleteSecret(realm, SECRET)
  recordAudit(realm, 'gif_key_removed', actor, {})
}

const LIMITS_OF_USER = [
  { seconds: 60, most: 30 },
  { seconds: 3600, most: 300 },
]
const searchesOfUser = requestCounts()

/**
 * Counts a search of a user, and returns the service with the rating of the organization. Throws if GIFs are off. Anyone can have opened
 * a guest link, and the services limit how often an organization asks.
 */
export function beginSearch(realm: Realm, user: User): { service: GifService; rating: number } {
  if (isLinkGuest(user)) throw insufficientPermission({})
  const { gif_rating_policy: rating } = settingsOf(realm)
  if (rating === 0) throw gifsAreOff({})
  const url = requireAddress(realm)
  const key = findKeyOfServer(realm, SECRET, url)
  if (key === undefined) throw gifsAreIncomplete({})
  limitRequest(realm, searchesOfUser, String(user.user_id), LIMITS_OF_USER)
  return { service: { url, key, policy: outsidePolicy(realm) }, rating }
}
