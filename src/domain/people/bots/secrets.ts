import { createHmac } from 'node:crypto'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { LETTERS_AND_DIGITS } from '../../../store/random-key'
import { cacheKeyById } from '../../../store/realm-cache'
import { botCache, botOf, writeBot } from './storage'
import { addApiKey, deleteApiKeys, createApiKey } from '../users/api-key-storage'

/**
 * Returns the API key of a bot. Its managers can request it many times, and yet no key is stored: it is derived from a stored
 * seed and from the secret of the deployment. So a reader of the realm's tables has no key. If the secret changes, the bot gets a
 * second key. If there is no secret, each call creates a new key.
 */
export function keyOfBot(realm: Realm, user_id: number): string {
  if (realm.config.deployment_secret === '') return createApiKey(realm, user_id)
  const key = derived(realm, user_id, 'key')
  addApiKey(realm, user_id, key)
  return key
}

/** Returns the token in the requests of an outgoing webhook, by which the receiver knows the sender. */
export const tokenOfBot = (realm: ReadOnlyRealm, user_id: number): string => derived(realm, user_id, 'token')

/** Creates a new key, and deletes the old ones. */
export function regenerateBotKey(realm: Realm, user_id: number): string {
  deleteApiKeys(realm, user_id)
  writeBot(realm, user_id, { key_seed: newSeed(realm) })
  return keyOfBot(realm, user_id)
}

export const newSeed = (realm: Realm): string => realm.randomKey(SEED_LENGTH)

const SEED_LENGTH = 32
const KEY_LENGTH = 32

/** Depends on the seed, which is part of the bot: a new seed makes new secrets. */
const secretCaches = {
  key: cacheKeyById<number, string>({ invalidatedBy: [botCache] }),
  token: cacheKeyById<number, string>({ invalidatedBy: [botCache] }),
}

const derived = (realm: ReadOnlyRealm, user_id: number, kind: 'key' | 'token'): string =>
  realm.cache.get(secretCaches[kind](user_id), () => derive(realm, user_id, kind))

const nameOf = (user_id: number, kind: 'key' | 'token') => `${kind} of bot ${user_id}`

function derive(realm: ReadOnlyRealm, user_id: number, kind: 'key' | 'token'): string {
  const { key_seed } = botOf(realm, user_id)
  if (key_seed === '') throw new Error(`Bot ${user_id} has no seed`)
  const hmac = createHmac('sha512', realm.config.deployment_secret).update(`${nameOf(user_id, kind)}: ${key_seed}`)
  // Many more bits than the characters need, so that every character is equally likely.
  let bits = BigInt(`0x${hmac.digest('hex')}`)
  let text = ''
  while (text.length < KEY_LENGTH) {
    text += LETTERS_AND_DIGITS[Number(bits % 62n)]
    bits /= 62n
  }
  return text
}
