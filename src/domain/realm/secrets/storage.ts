import type { ReadOnlyRealm, Realm } from '../../../realm'

export type SecretRow = { name: string; key_name: string; value: ArrayBuffer }

export const findSecretRow = ({ sql }: ReadOnlyRealm, name: string): SecretRow | undefined =>
  sql.maybe<SecretRow>`SELECT name, key_name, value FROM secrets WHERE name = ${name}`

export const upsertSecret = (realm: Realm, name: string, key_name: string, value: Uint8Array): void =>
  realm.sql.run`INSERT INTO secrets (name, key_name, value) VALUES (${name}, ${key_name}, ${value})
                ON CONFLICT (name) DO UPDATE SET key_name = excluded.key_name, value = excluded.value`

export const deleteSecretRow = (realm: Realm, name: string): void =>
  realm.sql.run`DELETE FROM secrets WHERE name = ${name}`

/** Returns values that were encrypted with a key other than `key_name`, one of `readable`. */
export const secretsOfOtherKeys = (
  { sql }: ReadOnlyRealm,
  { key_name, readable, most }: { key_name: string; readable: readonly string[]; most: number },
): SecretRow[] =>
  sql.all<SecretRow>`
    SELECT name, key_name, value FROM secrets
    WHERE key_name IN (SELECT value FROM json_each(${readable})) AND key_name <> ${key_name}
    LIMIT ${most}`

export const countSecretsOfOtherKeys = ({ sql }: ReadOnlyRealm, key_name: string): number =>
  sql.one<{ secrets: number }>`SELECT count(*) AS secrets FROM secrets WHERE key_name <> ${key_name}`.secrets
