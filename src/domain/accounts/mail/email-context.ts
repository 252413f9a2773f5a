import type { ReadOnlyRealm } from '../../../realm'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'

/** The facts that every email needs: its recipient, and the name and address of the organization. */
export type EmailContext = { realm_name: string; realm_url: string; to: string }

export const emailContext = (realm: ReadOnlyRealm, to: string): EmailContext => ({
  realm_name: settingsOf(realm).name,
  realm_url: ownUrl(realm),
  to,
})
