import { trustedUrlOf } from '../../../api/hosts'
import type { ReadOnlyRealm } from '../../../realm'
import { realmRow } from './storage'

/**
 * Returns the URL of the realm without a slash at its end. Emails, phones and outgoing webhooks need it: no request of
 * theirs shows the host.
 */
export const ownUrl = (realm: ReadOnlyRealm): string =>
  trustedUrlOf({ name: realm.name, created_at: realmRow(realm).host }, realm.client.realm_url, realm.config)
