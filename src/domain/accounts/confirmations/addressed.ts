import type { Realm } from '../../../realm'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'

/** What every letter says of where it comes from, and to whom it goes. */
export type Addressed = { realm_name: string; realm_url: string; to: string }

export const addressed = (realm: Realm, to: string): Addressed => ({
  realm_name: settingsOf(realm).name,
  realm_url: ownUrl(realm),
  to,
})
