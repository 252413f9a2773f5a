import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { sqlText } from '../../../store/sql'
import { CHALLENGE_SECONDS, type NewPasskey, type Passkey, type Purpose } from './passkey'
import type { Use } from './signature-rules'
import { isTurn, turns } from '../../../store/shared-work'

type Row = Omit<Passkey, 'jwk' | 'is_backup_eligible' | 'is_backed_up' | 'transports'> & {
  public_key: string
  is_backup_eligible: number
  is_backed_up: number
  transports: string
}

const COLUMNS = sqlText`
  passkey_id, user_id, credential_id, public_key, algorithm, sign_count, is_backup_eligible, is_backed_up, transports, name,
  created_at, used_at`

/** Returns the passkeys of an account, the oldest first. */
export const passkeysOf = ({ sql }: ReadOnlyRealm, user_id: number): Passkey[] =>
  sql.all<Row>`SELECT ${COLUMNS} FROM passkeys WHERE user_id = ${user_id} ORDER BY passkey_id`.map(passkeyOf)

export const hasPasskeys = ({ sql }: ReadOnlyRealm, user_id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM passkeys WHERE user_id = ${user_id} LIMIT 1` !== undefined

export function findPasskeyOfCredential({ sql }: ReadOnlyRealm, credential_id: string): Passkey | undefined {
  const row = sql.maybe<Row>`SELECT ${COLUMNS} FROM passkeys WHERE credential_id = ${credential_id}`
  return row && passkeyOf(row)
}

type Labels = Pick<Passkey, 'user_id' | 'name' | 'transports'>

/** Returns the number of the new passkey. */
export const insertPasskey = (realm: Realm, made: NewPasskey, { user_id, name, transports }: Labels): number =>
  realm.sql.one<{ passkey_id: number }>`
    INSERT INTO passkeys (user_id, credential_id, public_key, algorithm, sign_count, is_backup_eligible, is_backed_up,
                          transports, name, created_at, used_at)
    VALUES (${user_id}, ${made.credential_id}, ${JSON.stringify(made.jwk)}, ${made.algorithm}, ${made.sign_count},
            ${made.is_backup_eligible}, ${made.is_backed_up}, ${JSON.stringify(transports)}, ${name},
            ${realm.now()}, NULL)
    RETURNING passkey_id`.passkey_id

export const writeUse = (realm: Realm, passkey_id: number, { sign_count, is_backed_up }: Use): void =>
  realm.sql.run`
    UPDATE passkeys SET sign_count = ${sign_count}, is_backed_up = ${is_backed_up}, used_at = ${realm.now()}
    WHERE passkey_id = ${passkey_id}`

export const writeName = (realm: Realm, passkey_id: number, name: string): void =>
  realm.sql.run`UPDATE passkeys SET name = ${name} WHERE passkey_id = ${passkey_id}`

export function deletePasskey(realm: Realm, user_id: number, passkey_id: number): void {
  realm.sql.run`DELETE FROM passkeys WHERE passkey_id = ${passkey_id}`
  realm.listeners.recheckCredentials(user_id)
}

export function deletePasskeysOf(realm: Realm, user_id: number): void {
  realm.sql.run`DELETE FROM passkeys WHERE user_id = ${user_id}`
  realm.listeners.recheckCredentials(user_id)
}

export const findHandle = ({ sql }: ReadOnlyRealm, user_id: number): string | undefined =>
  sql.maybe<{ handle: string }>`SELECT handle FROM passkey_handles WHERE user_id = ${user_id}`?.handle

export const insertHandle = (realm: Realm, user_id: number, handle: string): void =>
  realm.sql.run`INSERT INTO passkey_handles (user_id, handle) VALUES (${user_id}, ${handle})`

/** What a challenge is for, and the browser that alone can use it. */
export type Place = { purpose: Purpose; bound_to: string }

/** Several tabs of one browser may wait. */
const CHALLENGES_PER_PLACE = 5
/** Visitors without an account make challenges for logins: about so many at once are kept, the newest. */
const MAX_LOGIN_CHALLENGES = 10_000
const trimmingTurns = turns()

export function insertChallenge(realm: Realm, challenge: string, { purpose, bound_to }: Place): void {
  realm.sql.run`DELETE FROM passkey_challenges WHERE expires_at <= ${realm.now()}`
  realm.sql.run`
    DELETE FROM passkey_challenges WHERE challenge_hash IN
      (SELECT challenge_hash FROM passkey_challenges WHERE purpose = ${purpose} AND bound_to = ${bound_to}
       ORDER BY expires_at DESC LIMIT -1 OFFSET ${CHALLENGES_PER_PLACE - 1})`
  if (isTurn(realm.cache, trimmingTurns))
    realm.sql.run`
      DELETE FROM passkey_challenges WHERE challenge_hash IN
        (SELECT challenge_hash FROM passkey_challenges WHERE purpose = 'log_in'
         ORDER BY expires_at DESC LIMIT -1 OFFSET ${MAX_LOGIN_CHALLENGES - 1})`
  realm.sql.run`
    INSERT INTO passkey_challenges (challenge_hash, purpose, bound_to, expires_at)
    VALUES (${hashApiKey(challenge)}, ${purpose}, ${bound_to}, ${realm.now() + CHALLENGE_SECONDS})`
}

/** Deletes a challenge. Returns false if it is unknown, expired, used, of another purpose or of another browser. */
export const takeChallenge = (realm: Realm, challenge: string, { purpose, bound_to }: Place): boolean =>
  realm.sql.maybe`
    DELETE FROM passkey_challenges
    WHERE challenge_hash = ${hashApiKey(challenge)} AND purpose = ${purpose} AND bound_to = ${bound_to}
      AND expires_at > ${realm.now()}
    RETURNING 1 AS taken` !== undefined

const passkeyOf = ({ public_key, is_backup_eligible, is_backed_up, transports, ...row }: Row): Passkey => ({
  ...row,
  jwk: JSON.parse(public_key),
  is_backup_eligible: is_backup_eligible === 1,
  is_backed_up: is_backed_up === 1,
  transports: JSON.parse(transports),
})
