import type { SecondFactor } from '../factors/second-factor'

/** A session of a browser, which a cookie names. The cookie has its number and its token. */
export type Session = {
  session_id: number
  user_id: number
  token_hash: string
  /** The token before the last renewal. It is valid until `previous_until`. */
  previous_hash: string | null
  previous_until: number
  /** Whether the next request receives a new token. */
  renews: boolean
  method: LoginMethod
  second_factor: SecondFactor | null
  /** Not null: the session is good for nothing but the second factor, until this time. */
  waits_until: number | null
  created_at: number
  /** When the user last proved who they are. */
  authenticated_at: number
  used_at: number // up to an hour too early
  user_agent: string
  address: string
}

/**
 * How a user logs in: with a password, with a passkey, by joining the organization, by the link that resets a password, with a token that the
 * deployment accepts, without a proof on a development server, at an identity provider, or, for an app, with a browser that was
 * logged in; or, after the passkeys were lost, with a recovery code or with the link that follows a reset by the operator;
 * or, without a proof, by a guest link.
 */
export const LOGIN_METHODS = [
  'password',
  'passkey',
  'sign_up',
  'password_reset',
  'signed_token',
  'development',
  'provider',
  'browser',
  'recovery_code',
  'email',
  'guest_link',
] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

/** The ages at which a session ends, in seconds: since its last use, and since its user logged in. */
export type SessionLimits = { idle: number; absolute: number }
