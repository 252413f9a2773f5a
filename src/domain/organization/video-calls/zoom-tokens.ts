import type { ReadOnlyRealm, Realm } from '../../../realm'
import { onlyUsers } from '../../people/users/events'
import { deleteSecret, hasSecret, readSecret, writeSecret } from '../../realm/secrets/actions'
import { zoomTokenChanged } from './events'
import type { ZoomTokens } from './zoom-rules'

const secretNameOf = (user_id: number): string => `zoom tokens of user ${user_id}`

/** Returns whether a user has connected an account at Zoom. */
export const hasZoomTokens = (realm: ReadOnlyRealm, user_id: number): boolean => hasSecret(realm, secretNameOf(user_id))

/** Returns undefined if the user has no account, or if the deployment no longer has the key of the tokens. */
export function readZoomTokens(realm: ReadOnlyRealm, user_id: number): ZoomTokens | undefined {
  try {
    return JSON.parse(readSecret(realm, secretNameOf(user_id)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the tokens of a user, and tells the clients of the user if they are the first. Throws `encryptionIsNotConfigured`. */
export function writeZoomTokens(realm: Realm, user_id: number, tokens: ZoomTokens): void {
  const hadTokens = hasZoomTokens(realm, user_id)
  writeSecret(realm, secretNameOf(user_id), JSON.stringify(tokens))
  if (!hadTokens) publishChange(realm, user_id, true)
}

export function forgetZoomTokens(realm: Realm, user_id: number): void {
  if (!hasZoomTokens(realm, user_id)) return
  deleteSecret(realm, secretNameOf(user_id))
  publishChange(realm, user_id, false)
}

const publishChange = (realm: Realm, user_id: number, value: boolean): void =>
  realm.publish(zoomTokenChanged({ value }), onlyUsers({ user_ids: [user_id] }))
