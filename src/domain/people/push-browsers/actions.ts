import { hashApiKey, sameSecret } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { User } from '../users/user'
import {
  browserPushIsNotConfigured,
  isOfAnotherBrowser,
  needsSession,
  refusalOfAddress,
  type PushAddress,
} from './rules'
import { findPushBrowserRowAt } from './storage'
import { deletePushBrowsers, findPushBrowser, writePushBrowser } from './browsers'

/**
 * Sends the notifications of a user to the browser of this session. If the browser has an earlier session, that session receives
 * no more: it may be another person's. Throws an error of `pushBrowserErrors`.
 */
export function addPushBrowser(realm: Realm, user: User, address: PushAddress): void {
  addPushAddress(realm, { session_id: requireSession(realm), user_id: user.user_id }, address)
}

type Receiver = { session_id: number; user_id: number }

/** Sends the notifications of a user to this address, until the session or the device ends. Throws an error of `pushBrowserErrors`. */
export function addPushAddress(realm: Realm, { session_id, user_id }: Receiver, address: PushAddress): void {
  if (realm.config.push_keys === undefined) throw browserPushIsNotConfigured({})
  const refusal = refusalOfAddress(address, realm.config)
  if (refusal) throw refusal
  const earlier = findPushBrowserRowAt(realm, hashApiKey(address.endpoint))
  const browser = earlier && earlier.session_id !== session_id && findPushBrowser(realm, earlier.session_id)
  // Only the browser itself knows the secret too.
  if (browser && !sameSecret(browser.auth_secret, address.auth_secret)) throw isOfAnotherBrowser({})
  if (earlier) deletePushBrowsers(realm, [earlier.session_id])
  writePushBrowser(realm, { session_id, user_id, ...address })
}

/** Returns the session of this request. Throws `needsSession`. */
export function requireSession(realm: ReadOnlyRealm): number {
  if (realm.session.id === undefined) throw needsSession({})
  return realm.session.id
}
