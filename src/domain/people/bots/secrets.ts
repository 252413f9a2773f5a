import { createHmac } from 'node:crypto'
import type { Realm } from '../../../realm'
import { LETTERS_AND_DIGITS } from '../../../store/random-key'
import { cacheKeyById } from '../../../store/realm-cache'
import { admitKey, forgetKeys, newKey } from '../users/keys'
import { botCache, botOf, writeBot } from './storage'

/**
 * Whoever sees to a bot may ask for its key again and again, and yet no key is stored: it is derived from a seed, which is,
 * and from the deployment's secret, which is not. So whoever comes by the realm's tables has no key. Where that secret
 * was changed, the bot has one key more; where there is none, each asking makes a key.
 */
export function keyOfBot(realm: Realm, user_id: number): string {
  if (realm.config.deployment_secret === '') return newKey(realm, user_id)
  const key = derived(realm, user_id, 'key')
  admitKey(realm, user_id, key)
  return key
}

/** The key to show in state and events, or '' where no secret keeps it: showing it must make no further key. */
export const keyShown = (realm: Realm, user_id: number): string =>
  realm.config.deployment_secret === '' ? '' : derived(realm, user_id, 'key')

/** Makes the shown key work: it may never have been asked for. */
export function admitShownKey(realm: Realm, user_id: number): void {
  const key = keyShown(realm, user_id)
  if (key !== '') admitKey(realm, user_id, key)
}

/** What an outgoing webhook shows, so that whoever is called knows who calls. */
export const tokenOfBot = (realm: Realm, user_id: number): string => derived(realm, user_id, 'token')

/** From here on the old key lets nobody in. */
export function regenerateKeyOfBot(realm: Realm, user_id: number): string {
  forgetKeys(realm, user_id)
  writeBot(realm, user_id, { key_seed: newSeed(realm) })
  return keyOfBot(realm, user_id)
}

export const newSeed = (realm: Realm): string => realm.randomKey(SEED_LENGTH)

const SEED_LENGTH = 32
const KEY_LENGTH = 32

/** Computed from the seed, so a new seed makes new secrets. */
const secretCaches = {
  key: cacheKeyById<number, string>({ invalidatedBy: [botCache] }),
  token: cacheKeyById<number, string>({ invalidatedBy: [botCache] }),
}

const derived = (realm: Realm, user_id: number, what: 'key' | 'token'): string =>
  realm.cache.get(secretCaches[what](user_id), () => derive(realm, user_id, what))

const nameOf = (user_id: number, what: 'key' | 'token') => `${what} of bot ${user_id}`

function derive(realm: Realm, user_id: number, what: 'key' | 'token'): string {
  const seed = botOf(realm, user_id).key_seed || writeBot(realm, user_id, { key_seed: newSeed(realm) }).key_seed
  const hmac = createHmac('sha512', realm.config.deployment_secret).update(`${nameOf(user_id, what)}: ${seed}`)
  // Far more bits than the characters hold, so that each is as likely as any other.
  let bits = BigInt(`0x${hmac.digest('hex')}`)
  let text = ''
  while (text.length < KEY_LENGTH) {
    text += LETTERS_AND_DIGITS[Number(bits % 62n)]
    bits /= 62n
  }
  return text
}
