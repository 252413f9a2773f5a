import {
  hashApiKey,
  malformedApiKey,
  sameSecret,
  type Credential,
  type KeyShown,
  type TicketShown,
} from '../../api/callers'
import { apiError } from '../../api/errors'
import type { Realm } from '../../realm'
import { realmRow } from '../realm/storage'
import { badTicket } from '../../events/tickets'
import { maybeUser, maybeUserByEmail } from './storage'
import type { User } from './user'

/**
 * API keys are stored as hashes only, so a key that was once given cannot be given again: every login makes one more.
 * An account has a bounded number; the oldest makes room. Regenerating the key ends them all.
 */
const KEYS_PER_ACCOUNT = 20
const KEY_LENGTH = 32

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
  const keys = keyHashesOf(realm, user_id)
  if (keys.includes(key_hash)) return
  realm.sql.run`INSERT INTO api_keys (user_id, key_hash, made_at) VALUES (${user_id}, ${key_hash}, ${realm.now()})`
  if (keys.length >= KEYS_PER_ACCOUNT)
    realm.sql.run`DELETE FROM api_keys WHERE user_id = ${user_id} AND key_hash = ${keys[0]}`
  realm.memo.forget(`keys of ${user_id}`)
}

/** Nobody is let in by any key that this account had, and whoever was let in by one is let go. */
export function forgetKeys(realm: Realm, user_id: number): void {
  realm.sql.run`DELETE FROM api_keys WHERE user_id = ${user_id}`
  realm.memo.forget(`keys of ${user_id}`)
  realm.tickets.tearUp(user_id)
  realm.sockets.letGo(user_id)
}

const keyHashesOf = (realm: Realm, user_id: number): string[] =>
  realm.memo.of(`keys of ${user_id}`, () =>
    realm.sql.all<{
      key_hash: string
    }>`SELECT key_hash FROM api_keys WHERE user_id = ${user_id} ORDER BY made_at, rowid`.map((row) => row.key_hash),
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

function holderOfTicket(realm: Realm, { ticket_hash, queue_id }: TicketShown): User {
  const user_id = realm.tickets.redeem(ticket_hash, queue_id)
  const user = user_id === undefined ? undefined : maybeUser(realm, user_id)
  if (user === undefined) throw badTicket({})
  return user
}

function holderOfKey(realm: Realm, credential: KeyShown): User {
  if (credential.key_hash === '') throw malformedApiKey({})
  const user = maybeUserByEmail(realm, credential.email)
  const keys = user === undefined ? [] : keyHashesOf(realm, user.user_id)
  // Every key is compared, so the time tells nothing about which one came close.
  const known = keys.filter((key_hash) => sameSecret(key_hash, credential.key_hash)).length > 0
  if (user === undefined || !known) throw invalidApiKey({})
  return user
}
