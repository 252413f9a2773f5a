import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { deleteSecret, readSecret, writeSecret } from '../../realm/secrets/actions'
import type { PushAddress, PushBrowser } from './rules'
import { deletePushBrowserRows, findPushBrowserRow, upsertPushBrowser } from './storage'

const secretNameOf = (session_id: number): string => `push_browser:${session_id}`

/** Writes the browser of a session. Throws `encryptionIsNotConfigured`. */
export function writePushBrowser(realm: Realm, { session_id, user_id, ...address }: PushBrowser): void {
  writeSecret(realm, secretNameOf(session_id), JSON.stringify(address))
  upsertPushBrowser(realm, { session_id, user_id }, hashApiKey(address.endpoint))
}

export function findPushBrowser(realm: ReadOnlyRealm, session_id: number): PushBrowser | undefined {
  const row = findPushBrowserRow(realm, session_id)
  const address = row && addressOf(realm, session_id)
  return row && address && { ...row, ...address }
}

/** Deletes the browsers of sessions. */
export function deletePushBrowsers(realm: Realm, session_ids: readonly number[]): void {
  for (const session_id of deletePushBrowserRows(realm, session_ids)) deleteSecret(realm, secretNameOf(session_id))
}

/** Returns undefined if the deployment no longer has the key of the secret. Then the browser must register again. */
function addressOf(realm: ReadOnlyRealm, session_id: number): PushAddress | undefined {
  try {
    return JSON.parse(readSecret(realm, secretNameOf(session_id)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
