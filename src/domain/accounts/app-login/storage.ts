import { hashApiKey } from '../../../api/callers'
import type { Realm } from '../../../realm'

export type AppLogin = { user_id: number; mobile_flow_otp: string | null; expires_at: number }

/** More logins of a user than this at once delete the oldest. */
const LOGINS_PER_USER = 10

export function insertAppLogin(realm: Realm, token: string, login: AppLogin): void {
  const { user_id, mobile_flow_otp, expires_at } = login
  realm.sql.run`DELETE FROM app_logins WHERE expires_at <= ${realm.now()}`
  realm.sql.run`
    DELETE FROM app_logins WHERE token_hash IN
      (SELECT token_hash FROM app_logins WHERE user_id = ${user_id}
       ORDER BY expires_at DESC LIMIT -1 OFFSET ${LOGINS_PER_USER - 1})`
  realm.sql.run`
    INSERT INTO app_logins (token_hash, user_id, mobile_flow_otp, expires_at)
    VALUES (${hashApiKey(token)}, ${user_id}, ${mobile_flow_otp}, ${expires_at})`
}

/** Returns the login of a token, and deletes it: a token works once. Returns undefined for an unknown or expired token. */
export function takeAppLogin(realm: Realm, token: string): AppLogin | undefined {
  const row = realm.sql.maybe<AppLogin>`
    DELETE FROM app_logins WHERE token_hash = ${hashApiKey(token)}
    RETURNING user_id, mobile_flow_otp, expires_at`
  return row && row.expires_at > realm.now() ? row : undefined
}
