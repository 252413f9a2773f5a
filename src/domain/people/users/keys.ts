import {
  hashApiKey,
  malformedApiKey,
  sameSecret,
  type Credential,
  type ApiKeyCredential,
  type TicketCredential,
} from '../../../api/callers'
import { apiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { badTicket } from '../../../events/tickets'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import { maybeUser, maybeUserByEmail } from './storage'
import type { User } from './user'

/**
 * API keys are stored as hashes only, so the realm cannot give a key twice: every login makes one more. An account has a
 * bounded number of keys. One more key deletes the key that was used longest ago. Regenerating the key deletes them all.
 */
const KEYS_PER_ACCOUNT = 20
const KEY_LENGTH = 32
/** The realm remembers each use while it is awake, and writes at most one use of a key in this time. */
const USE_IS_WRITTEN_EVERY_SECONDS = 3600

type KeyRow = {
  key_hash: string
  used_at: number // when the key was made or used, up to an hour too early
}

export const invalidApiKey = apiError('INVALID_API_KEY', () => 'Invalid API key')
export const accountIsDeactivated = apiError('USER_DEACTIVATED', () => 'Account is deactivated')
export const realmIsDeactivated = apiError('REALM_DEACTIVATED', () => 'This organization has been deactivated')

/** Makes a key for an account: this is the only time anyone sees it. */
export function newKey(realm: Realm, user_id: number): string {
  const key = realm.randomKey(KEY_LENGTH)
  admitKey(realm, user_id, key)
  return key
}

/** This key lets somebody in from here on, if it does not already. */
export function admitKey(realm: Realm, user_id: number, key: string): void {
  const key_hash = hashApiKey(key)
  const keys = keysOf(realm, user_id)
  if (keys.some((known) => known.key_hash === key_hash)) return
  const now = realm.now()
  if (keys.length >= KEYS_PER_ACCOUNT) {
    const leastRecent = leastRecentlyUsed(realm, keys)
    realm.sql.run`DELETE FROM api_keys WHERE user_id = ${user_id} AND key_hash = ${leastRecent.key_hash}`
    usesSinceWaking(realm).delete(leastRecent.key_hash)
  }
  realm.sql
    .run`INSERT INTO api_keys (user_id, key_hash, made_at, used_at) VALUES (${user_id}, ${key_hash}, ${now}, ${now})`
  realm.cache.invalidate(keysCache(user_id))
}

/** The first of several that were used in the same second is the oldest. */
function leastRecentlyUsed(realm: Realm, keys: readonly KeyRow[]): KeyRow {
  const uses = usesSinceWaking(realm)
  const usedAt = ({ key_hash, used_at }: KeyRow) => uses.get(key_hash) ?? used_at
  return keys.reduce((least, key) => (usedAt(key) < usedAt(least) ? key : least))
}

/** No rollback makes a use untrue. Without this map, the order of the uses within one hour is unknown. */
const usesSinceWaking = (realm: Realm): Map<string, number> => realm.cache.get(keyUsesCache, () => new Map())

const keyUsesCache = cacheKey<Map<string, number>>({ survivesRollback: true })

function noteUse(realm: Realm, user_id: number, key: KeyRow): void {
  const now = realm.now()
  usesSinceWaking(realm).set(key.key_hash, now)
  if (now - key.used_at < USE_IS_WRITTEN_EVERY_SECONDS) return
  realm.sql.run`UPDATE api_keys SET used_at = ${now} WHERE user_id = ${user_id} AND key_hash = ${key.key_hash}`
  realm.cache.invalidate(keysCache(user_id))
}

/** Nobody is let in by any key that this account had, and whoever was let in by one is let go. */
export function forgetKeys(realm: Realm, user_id: number): void {
  for (const { key_hash } of keysOf(realm, user_id)) usesSinceWaking(realm).delete(key_hash)
  realm.sql.run`DELETE FROM api_keys WHERE user_id = ${user_id}`
  realm.cache.invalidate(keysCache(user_id))
  realm.tickets.removeOf(user_id)
  realm.sockets.disconnectUser(user_id)
}

const keysCache = cacheKeyById<number, KeyRow[]>()

/** Oldest first. */
const keysOf = (realm: Realm, user_id: number): KeyRow[] =>
  realm.cache.get(
    keysCache(user_id),
    () =>
      realm.sql.all<KeyRow>`SELECT key_hash, used_at FROM api_keys WHERE user_id = ${user_id} ORDER BY made_at, rowid`,
  )

/** Whoever knows an address and one of its account's keys is that account. Unknown address and wrong key answer alike. */
export function authenticate(realm: Realm, credential: Credential): User {
  const user = 'key_hash' in credential ? holderOfKey(realm, credential) : holderOfTicket(realm, credential)
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  if (!user.is_active) throw accountIsDeactivated({})
  return user
}

/**
 * Somebody who was let in before something had to be waited for, as they are now. Others had their turn meanwhile: whoever
 * is gone by now, or whose organization is closed, does nothing more.
 */
export function stillLetIn(realm: Realm, user_id: number): User {
  const user = maybeUser(realm, user_id)
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  if (!user?.is_active) throw accountIsDeactivated({})
  return user
}

function holderOfTicket(realm: Realm, { ticket_hash, queue_id }: TicketCredential): User {
  const user_id = realm.tickets.redeem(ticket_hash, queue_id)
  const user = user_id === undefined ? undefined : maybeUser(realm, user_id)
  if (user === undefined) throw badTicket({})
  return user
}

function holderOfKey(realm: Realm, credential: ApiKeyCredential): User {
  if (credential.key_hash === '') throw malformedApiKey({})
  const user = maybeUserByEmail(realm, credential.email)
  const keys = user === undefined ? [] : keysOf(realm, user.user_id)
  // Every key is compared, so the time tells nothing about which one came close.
  const [known] = keys.filter(({ key_hash }) => sameSecret(key_hash, credential.key_hash))
  if (user === undefined || known === undefined) throw invalidApiKey({})
  noteUse(realm, user.user_id, known)
  return user
}
