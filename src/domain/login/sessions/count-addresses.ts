import { hashApiKey, notLoggedIn } from '../../../api/callers'
import { SESSION_TOKEN_LENGTH } from '../../../api/session-cookie'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { unreadState } from '../../messages/read-state/unread-state'
import { countAddressesOf, insertCountAddress } from '../../people/sessions/count-address-storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'

/** Lets the page of an organization read the unread counts of a user until the session ends. Returns the secret of the address. */
export function addCountAddress(realm: Realm, { user_id }: User, origin: string): string {
  const session_id = realm.session.id
  if (session_id === undefined) throw notLoggedIn({})
  const secret = realm.randomKey(SESSION_TOKEN_LENGTH)
  const created_at = realm.now()
  insertCountAddress(realm.sql, { user_id, session_id, origin, secret_hash: hashApiKey(secret), created_at })
  return secret
}

/** Returns what a count address tells: two numbers, and the name that is public. */
export function countsOf(realm: Realm, user: User) {
  const { count, mentions } = unreadState(realm, user, true)
  return { unread: count, mentions: mentions.length, name: settingsOf(realm).name }
}

/** Returns the pages that can read the counts of a user. */
export const countReadersOf = (realm: ReadOnlyRealm, { user_id }: User) =>
  countAddressesOf(realm.sql, user_id).map(({ id, origin, created_at }) => ({ id, origin, created_at }))
