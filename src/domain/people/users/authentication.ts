import { malformedApiKey, sameSecret, type ApiKeyCredential, type TicketCredential } from '../../../api/callers'
import { apiError, forbiddenWith } from '../../../api/errors'
import { badTicket } from '../../../events/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { apiKeysOf, findOwnerOfKey, recordUse } from './api-key-storage'
import { findUser, findUserByEmail } from './storage'
import type { User } from './user'

export const invalidApiKey = apiError('INVALID_API_KEY', () => 'Invalid API key')
export const accountIsDeactivated = apiError('USER_DEACTIVATED', () => 'Account is deactivated')
export const realmIsDeactivated = apiError('REALM_DEACTIVATED', () => 'This organization has been deactivated')
export const factorIsRequired = forbiddenWith('PARLEY_FACTOR_REQUIRED', (f: { parley_factor: string }) =>
  f.parley_factor === 'passkey'
    ? 'This organization requires a passkey of your role. Add one at /accounts/passkeys.'
    : 'This organization requires a second factor of your role. Add a passkey at /accounts/passkeys, or one-time codes.',
)

/**
 * Returns the user that an API key or a ticket belongs to. Throws `invalidApiKey` for an unknown address as for a wrong key, so that a
 * client cannot learn which addresses exist. Throws `badTicket`, `realmIsDeactivated` and `accountIsDeactivated`.
 */
export function authenticateClient(realm: Realm, credential: ApiKeyCredential | TicketCredential): User {
  const user = 'key_hash' in credential ? getUserOfKey(realm, credential) : getUserOfTicket(realm, credential)
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  if (!user.is_active) throw accountIsDeactivated({})
  return user
}

/**
 * Returns the current state of a user who was authenticated before the request awaited something. Other requests ran meanwhile,
 * so it throws `accountIsDeactivated` or `realmIsDeactivated` if one of them deactivated the user or the realm.
 */
export function getActiveUser(realm: ReadOnlyRealm, user_id: number): User {
  const user = findUser(realm, user_id)
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  if (!user?.is_active) throw accountIsDeactivated({})
  return withLimit(realm, user)
}

/** The agent that acts for a user may see less than the user. */
const withLimit = ({ session: { agent } }: ReadOnlyRealm, user: User): User =>
  agent?.channels ? { ...user, limited_to: new Set(agent.channels) } : user

function findUserWithKey(realm: ReadOnlyRealm, key_hash: string): User | undefined {
  const user_id = findOwnerOfKey(realm, key_hash)
  return user_id === undefined ? undefined : findUser(realm, user_id)
}

function getUserOfTicket(realm: Realm, { ticket_hash, queue_id }: TicketCredential): User {
  const owner = realm.listeners.redeemTicket(ticket_hash, queue_id)
  const user = owner && findUser(realm, owner.user_id)
  if (user === undefined) throw badTicket({})
  realm.session.id = owner?.session_id ?? undefined
  return user
}

function getUserOfKey(realm: Realm, credential: ApiKeyCredential): User {
  if (credential.key_hash === '') throw malformedApiKey({})
  const user = credential.isKeyOnly
    ? findUserWithKey(realm, credential.key_hash)
    : findUserByEmail(realm, credential.email)
  const keys = user === undefined ? [] : apiKeysOf(realm, user.user_id)
  // Every key is compared. So the time of the answer does not show which key was similar.
  const [key] = keys.filter(({ key_hash }) => sameSecret(key_hash, credential.key_hash))
  if (user === undefined || key === undefined) throw invalidApiKey({})
  recordUse(realm, user.user_id, key)
  return user
}
