import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import { emailKey } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** The key of an identity: never an address, which changes hands. */
export type IdentityKey = { issuer: string; subject: string }

export type StoredIdentity = IdentityKey & {
  user_id: number
  email_then: string | null
  made_at: number
  used_at: number
}

export const findIdentity = (sql: SqlReader, { issuer, subject }: IdentityKey): StoredIdentity | undefined =>
  sql.maybe<StoredIdentity>`
    SELECT issuer, subject, user_id, email_then, made_at, used_at FROM identities
    WHERE issuer = ${issuer} AND subject = ${subject}`

/** Returns the identities of an account, the oldest first. */
export const identitiesOf = ({ sql }: ReadOnlyRealm, user_id: number): StoredIdentity[] =>
  sql.all<StoredIdentity>`
    SELECT issuer, subject, user_id, email_then, made_at, used_at FROM identities
    WHERE user_id = ${user_id} ORDER BY made_at, issuer, subject`

export const deleteIdentity = (realm: Realm, { issuer, subject }: IdentityKey): void =>
  realm.sql.run`DELETE FROM identities WHERE issuer = ${issuer} AND subject = ${subject}`

export function insertIdentity(realm: Realm, identity: IdentityKey & { user_id: number; email_then: string | null }) {
  const { issuer, subject, user_id, email_then } = identity
  const now = realm.now()
  realm.sql.run`
    INSERT INTO identities (issuer, subject, user_id, email_then, made_at, used_at)
    VALUES (${issuer}, ${subject}, ${user_id}, ${email_then}, ${now}, ${now})`
}

export const writeUse = (realm: Realm, { issuer, subject }: IdentityKey): void =>
  realm.sql.run`UPDATE identities SET used_at = ${realm.now()} WHERE issuer = ${issuer} AND subject = ${subject}`

/** Notes that the user of an account opened a link that was sent to this address, or that a trusted provider confirmed it. */
export const recordProof = (realm: Realm, user_id: number, email: string): void =>
  realm.sql.run`
    INSERT INTO proven_addresses (user_id, email_key) VALUES (${user_id}, ${emailKey(email)})
    ON CONFLICT (user_id) DO UPDATE SET email_key = excluded.email_key`

/**
 * Counts the addresses of accounts without a password and an API key as proven, for the end of an import. Their owners can claim the
 * accounts by a login at a provider that the realm trusts for the addresses: they are open to no other user.
 */
export const proveUnclaimedAddresses = (sql: Sql): void =>
  sql.run`
    INSERT INTO proven_addresses (user_id, email_key)
    SELECT user_id, delivery_email_key FROM users
    WHERE password_hash IS NULL AND is_active = 1 AND bot_type IS NULL AND user_id NOT IN (SELECT user_id FROM api_keys)
    ON CONFLICT (user_id) DO UPDATE SET email_key = excluded.email_key`

/** Whether the user has proven the address that the account has now. An address that was changed since is not proven. */
export function isAddressProven(sql: SqlReader, { user_id, delivery_email }: User): boolean {
  const row = sql.maybe<{ email_key: string }>`SELECT email_key FROM proven_addresses WHERE user_id = ${user_id}`
  return row?.email_key === emailKey(delivery_email)
}
