import { ownUrlOf } from '../../../api/hosts'
import type { Realm } from '../../../realm'
import { realmRow } from './storage'

/** Where the realm is, for letters, phones, outgoing webhooks and whoever else did not ask this way. No slash at its end. */
export const ownUrl = (realm: Realm): string =>
  ownUrlOf({ name: realm.name, created_at: realmRow(realm).host }, realm.client.realm_url, realm.config)
