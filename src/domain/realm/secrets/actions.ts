import { badRequest } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { decrypt, encrypt, encryptionKeyOf, type EncryptionKey } from '../../../store/encryption'
import { cacheKey } from '../../../store/realm-cache'
import {
  countSecretsOfOtherKeys,
  deleteSecretRow,
  findSecretRow,
  secretsOfOtherKeys,
  upsertSecret,
  type SecretRow,
} from './storage'

export const encryptionIsNotConfigured = badRequest(
  () => 'This server cannot store secrets: it has no ENCRYPTION_SECRET, or one with fewer than 32 characters.',
)

/** Stores an encrypted text under a name, which says what it is and whose. Throws `encryptionIsNotConfigured`. */
export function writeSecret(realm: Realm, name: string, text: string): void {
  const key = requireEncryptionKey(realm)
  upsertSecret(realm, name, key.key_name, encrypt(key, contextOf(realm, name), text))
}

/**
 * Returns a text that `writeSecret` stored, or undefined. Throws if the deployment no longer has its key: a factor or a provider
 * without its secret must not become one that accepts anything.
 */
export function readSecret(realm: ReadOnlyRealm, name: string): string | undefined {
  const row = findSecretRow(realm, name)
  return row && textOf(realm, row)
}

/** Returns whether a text is stored under this name, without decrypting it. */
export const hasSecret = (realm: ReadOnlyRealm, name: string): boolean => findSecretRow(realm, name) !== undefined

export const deleteSecret = (realm: Realm, name: string): void => deleteSecretRow(realm, name)

/** Returns the key that encrypts. Throws `encryptionIsNotConfigured`. */
export function requireEncryptionKey(realm: ReadOnlyRealm): EncryptionKey {
  const [key] = keysOf(realm)
  if (key === undefined) throw encryptionIsNotConfigured({})
  return key
}

export type Renewal = { renewed: number; remaining: number }

/**
 * Encrypts again what has an older key, in one batch. Returns how many values remain with another key. Values whose key the
 * deployment does not have remain until it has the key again.
 */
export function encryptAgain(realm: Realm): Renewal {
  const [key] = keysOf(realm)
  if (key === undefined) return { renewed: 0, remaining: countSecretsOfOtherKeys(realm, '') }
  const readable = keysOf(realm).map(({ key_name }) => key_name)
  const rows = secretsOfOtherKeys(realm, { key_name: key.key_name, readable, most: SECRETS_PER_BATCH })
  const texts = rows.map((row) => ({ name: row.name, text: findTextOf(realm, row) }))
  const decrypted = texts.filter((item) => item.text !== undefined)
  for (const { name, text = '' } of decrypted) writeSecret(realm, name, text)
  return { renewed: decrypted.length, remaining: countSecretsOfOtherKeys(realm, key.key_name) }
}

const SECRETS_PER_BATCH = 500
const MIN_SECRET_CHARACTERS = 32

function textOf(realm: ReadOnlyRealm, { name, key_name, value }: SecretRow): string {
  const key = keysOf(realm).find((candidate) => candidate.key_name === key_name)
  if (key === undefined) throw new Error(`The deployment does not have the key ${key_name}, which ${name} needs`)
  return decrypt(key, contextOf(realm, name), new Uint8Array(value))
}

/** Returns undefined if a value was changed. It remains, and the others get the new key. */
function findTextOf(realm: ReadOnlyRealm, row: SecretRow): string | undefined {
  try {
    return textOf(realm, row)
  } catch {
    return undefined
  }
}

// The name of the realm is part of it, so a value of another realm is worthless here.
const contextOf = (realm: ReadOnlyRealm, name: string): string => `${realm.name}: ${name}`

/** Returns the keys of the deployment. The first one encrypts, and the others only decrypt. */
const keysOf = (realm: ReadOnlyRealm): EncryptionKey[] =>
  realm.cache.get(keysCache, () => {
    const [secret = '', ...previous] = realm.config.encryption_secrets
    const isLongEnough = (candidate: string) => candidate.length >= MIN_SECRET_CHARACTERS
    return isLongEnough(secret) ? [secret, ...previous.filter(isLongEnough)].map(encryptionKeyOf) : []
  })

/** The configuration of a realm object does not change while it runs. */
const keysCache = cacheKey<EncryptionKey[]>({ survivesRollback: true })
