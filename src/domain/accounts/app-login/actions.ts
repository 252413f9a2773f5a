import type { Realm } from '../../../realm'
import { createApiKey } from '../../people/users/api-key-storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { claimAccount } from '../../login/sign-in/claim-account'
import { requireLoginUser } from '../../login/sign-in/actions'
import { hiddenKey, type AppFlow } from './flow-rules'
import { insertAppLogin, takeAppLogin } from './storage'

const TOKEN_LENGTH = 32
/** The user reads the page and presses a button. */
const MOBILE_SECONDS = 300
/** The user returns to the desktop app, which waits. */
const DESKTOP_SECONDS = 60

/** A login that waits for its app, with what the page needs. */
export type WaitingLogin = { token: string; email: string; desktop_flow_otp: string | undefined }

/** Stores the login of a user for an app, and returns its token, which works once. Starts no session. */
export function startAppLogin(realm: Realm, user: User, { mobile_flow_otp, desktop_flow_otp }: AppFlow): WaitingLogin {
  const token = realm.randomKey(TOKEN_LENGTH)
  const seconds = mobile_flow_otp === undefined ? DESKTOP_SECONDS : MOBILE_SECONDS
  const row = { user_id: user.user_id, mobile_flow_otp: mobile_flow_otp ?? null, expires_at: realm.now() + seconds }
  insertAppLogin(realm, token, row)
  return { token, email: user.delivery_email, desktop_flow_otp }
}

/**
 * Returns the address that gives the app of a phone its API key, after the user confirmed. Undefined if the token is not valid.
 * Throws if the account was closed meanwhile.
 */
export function finishMobileLogin(realm: Realm, token: string): string | undefined {
  const login = takeAppLogin(realm, token)
  if (login === undefined || login.mobile_flow_otp === null) return undefined
  const user = requireLoginUser(realm, findUser(realm, login.user_id))
  claimAccount(realm, user.user_id)
  const query = new URLSearchParams({
    otp_encrypted_api_key: hiddenKey(createApiKey(realm, user.user_id), login.mobile_flow_otp),
    email: user.delivery_email,
    user_id: String(user.user_id),
    realm: realm.client.realm_url,
  })
  return `${realm.config.vendor || 'svc'}://login?${query.toString()}`
}

/** Returns who logs in to the desktop app that opened this token; undefined if the token is not valid. */
export function takeDesktopLogin(realm: Realm, token: string): User | undefined {
  const login = takeAppLogin(realm, token)
  if (login === undefined || login.mobile_flow_otp !== null) return undefined
  return requireLoginUser(realm, findUser(realm, login.user_id))
}
