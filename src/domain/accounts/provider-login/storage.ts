import { hashApiKey, sameSecret } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { isTurn, turns } from '../../../store/shared-work'

/** A login at a provider that has begun. */
export type ProviderLogin = {
  provider: string
  next: string
  invitation_id: number | null
  /** The session that connects an identity with its account; null for a login. */
  session_id: number | null
}

const LOGIN_SECONDS = 600
/** About so many logins at once are kept, the newest, so they cannot fill the storage. */
const MAX_LOGINS = 10_000
const trimmingTurns = turns()

/** The secrets of a login: `state` is in addresses, and `binding` only in the cookie of the browser. */
export type LoginSecrets = { state: string; binding: string }

export function insertProviderLogin(realm: Realm, { state, binding }: LoginSecrets, login: ProviderLogin): void {
  const { provider, next, invitation_id, session_id } = login
  realm.sql.run`DELETE FROM provider_logins WHERE expires_at <= ${realm.now()}`
  if (isTurn(realm.cache, trimmingTurns))
    realm.sql.run`
      DELETE FROM provider_logins WHERE state_hash IN
        (SELECT state_hash FROM provider_logins ORDER BY expires_at DESC LIMIT -1 OFFSET ${MAX_LOGINS - 1})`
  realm.sql.run`
    INSERT INTO provider_logins
      (state_hash, binding_hash, provider, next, invitation_id, session_id, expires_at)
    VALUES (${hashApiKey(state)}, ${hashApiKey(binding)}, ${provider}, ${next}, ${invitation_id}, ${session_id},
            ${realm.now() + LOGIN_SECONDS})`
}

type Row = ProviderLogin & { binding_hash: string; expires_at: number }

/**
 * Returns the login that this browser began at this provider, and deletes it. Undefined if another browser began it, another
 * provider answers, it has expired, or its answer came before.
 */
export function takeProviderLogin(
  realm: Realm,
  { state, binding, provider }: LoginSecrets & { provider: string },
): ProviderLogin | undefined {
  const row = realm.sql.maybe<Row>`
    SELECT provider, next, invitation_id, session_id, binding_hash, expires_at
    FROM provider_logins WHERE state_hash = ${hashApiKey(state)}`
  if (row === undefined || row.expires_at <= realm.now() || row.provider !== provider) return undefined
  if (!sameSecret(row.binding_hash, hashApiKey(binding))) return undefined
  realm.sql.run`DELETE FROM provider_logins WHERE state_hash = ${hashApiKey(state)}`
  return row
}
