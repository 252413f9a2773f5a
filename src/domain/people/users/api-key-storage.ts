import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'

/**
 * API keys are stored as hashes only, so the realm cannot return a key twice: every login makes one more. An account has a
 * bounded number of keys. One more key deletes the key that was used longest ago. Regenerating the key deletes them all.
 */
const KEYS_PER_ACCOUNT = 20
const KEY_LENGTH = 32
/** The realm remembers each use while it is awake. It writes at most one use of a key in this time. */
const USE_IS_WRITTEN_EVERY_SECONDS = 3600

export type ApiKeyRow = {
  key_hash: string
  used_at: number // when the key was created or used, up to an hour too early
}

/** Creates a key and returns it. The realm stores only its hash, so the client receives the key only here. */
export function createApiKey(realm: Realm, user_id: number): string {
  const key = realm.randomKey(KEY_LENGTH)
  addApiKey(realm, user_id, key)
  return key
}

/** Makes `key` a key of the account, if it is not one already. */
export function addApiKey(realm: Realm, user_id: number, key: string): void {
  const key_hash = hashApiKey(key)
  const keys = apiKeysOf(realm, user_id)
  if (keys.some((existing) => existing.key_hash === key_hash)) return
  const now = realm.now()
  if (keys.length >= KEYS_PER_ACCOUNT) {
    const leastRecent = leastRecentlyUsed(realm, keys)
    realm.sql.run`DELETE FROM api_keys WHERE user_id = ${user_id} AND key_hash = ${leastRecent.key_hash}`
    usesSinceWaking(realm).delete(leastRecent.key_hash)
    realm.listeners.recheckCredentials(user_id)
  }
  realm.sql
    .run`INSERT INTO api_keys (user_id, key_hash, created_at, used_at) VALUES (${user_id}, ${key_hash}, ${now}, ${now})`
  realm.cache.invalidate(keysCache(user_id))
}

/** Returns the key that was used longest ago. If several were used in the same second, it is the oldest of them. */
function leastRecentlyUsed(realm: ReadOnlyRealm, keys: readonly ApiKeyRow[]): ApiKeyRow {
  const uses = usesSinceWaking(realm)
  const usedAt = ({ key_hash, used_at }: ApiKeyRow) => uses.get(key_hash) ?? used_at
  return keys.reduce((least, key) => (usedAt(key) < usedAt(least) ? key : least))
}

/** The exact time of each use since the realm woke: rows have it up to an hour too early. A rollback undoes no use. */
const usesSinceWaking = (realm: ReadOnlyRealm): Map<string, number> => realm.cache.get(keyUsesCache, () => new Map())

const keyUsesCache = cacheKey<Map<string, number>>({ survivesRollback: true })

export function recordUse(realm: Realm, user_id: number, key: ApiKeyRow): void {
  const now = realm.now()
  usesSinceWaking(realm).set(key.key_hash, now)
  if (now - key.used_at < USE_IS_WRITTEN_EVERY_SECONDS) return
  realm.sql.run`UPDATE api_keys SET used_at = ${now} WHERE user_id = ${user_id} AND key_hash = ${key.key_hash}`
  realm.cache.invalidate(keysCache(user_id))
}

/** Deletes all keys of an account, and disconnects the clients that used them. */
export function deleteApiKeys(realm: Realm, user_id: number): void {
  for (const { key_hash } of apiKeysOf(realm, user_id)) usesSinceWaking(realm).delete(key_hash)
  realm.sql.run`DELETE FROM api_keys WHERE user_id = ${user_id}`
  realm.cache.invalidate(keysCache(user_id))
  realm.listeners.disconnect(user_id)
}

const keysCache = cacheKeyById<number, ApiKeyRow[]>()

/** Returns the keys of an account, the oldest first. */
export const apiKeysOf = (realm: ReadOnlyRealm, user_id: number): ApiKeyRow[] =>
  realm.cache.get(
    keysCache(user_id),
    () =>
      realm.sql
        .all<ApiKeyRow>`SELECT key_hash, used_at FROM api_keys WHERE user_id = ${user_id} ORDER BY created_at, rowid`,
  )

/** Returns the account with this key, for a client that gives no address. */
export const findOwnerOfKey = (realm: ReadOnlyRealm, key_hash: string): number | undefined =>
  realm.sql.maybe<{ user_id: number }>`SELECT user_id FROM api_keys WHERE key_hash = ${key_hash}`?.user_id
