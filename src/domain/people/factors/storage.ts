import type { ReadOnlyRealm, Realm } from '../../../realm'

type OneTimeCodes = { user_id: number; confirmed_at: number | null; last_step: number }

export const findOneTimeCodes = ({ sql }: ReadOnlyRealm, user_id: number): OneTimeCodes | undefined =>
  sql.maybe<OneTimeCodes>`SELECT user_id, confirmed_at, last_step FROM one_time_codes WHERE user_id = ${user_id}`

/** Replaces codes that were not confirmed. */
export const insertOneTimeCodes = (realm: Realm, user_id: number): void =>
  realm.sql.run`INSERT INTO one_time_codes (user_id, confirmed_at, last_step) VALUES (${user_id}, NULL, 0)
                ON CONFLICT (user_id) DO UPDATE SET confirmed_at = NULL, last_step = 0`

export const writeConfirmed = (realm: Realm, user_id: number, last_step: number): void =>
  realm.sql.run`UPDATE one_time_codes SET confirmed_at = ${realm.now()}, last_step = ${last_step}
                WHERE user_id = ${user_id}`

export const writeLastStep = (realm: Realm, user_id: number, last_step: number): void =>
  realm.sql.run`UPDATE one_time_codes SET last_step = ${last_step} WHERE user_id = ${user_id}`

export function deleteOneTimeCodes(realm: Realm, user_id: number): void {
  realm.sql.run`DELETE FROM one_time_codes WHERE user_id = ${user_id}`
  realm.listeners.recheckCredentials(user_id)
}

export const countRecoveryCodes = ({ sql }: ReadOnlyRealm, user_id: number): number =>
  sql.one<{ codes: number }>`SELECT count(*) AS codes FROM recovery_codes WHERE user_id = ${user_id}`.codes

export function replaceRecoveryCodes(realm: Realm, user_id: number, code_hashes: readonly string[]): void {
  realm.sql.run`DELETE FROM recovery_codes WHERE user_id = ${user_id}`
  realm.sql.run`INSERT INTO recovery_codes (user_id, code_hash) SELECT ${user_id}, value FROM json_each(${code_hashes})`
}

/** Deletes a code that was used. Returns false if the user has no such code. */
export const consumeRecoveryCode = (realm: Realm, user_id: number, code_hash: string): boolean =>
  realm.sql.maybe<{ user_id: number }>`
    DELETE FROM recovery_codes WHERE user_id = ${user_id} AND code_hash = ${code_hash} RETURNING user_id` !== undefined
