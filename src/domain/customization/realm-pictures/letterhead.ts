import type { Letterhead } from '../../../pages/context'
import type { ReadOnlyRealm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { realmPictureLocation } from './locations'

/** Returns what the pages of this realm show at the top. An icon of another host is left out: pages load nothing of others. */
export function letterheadOf(realm: ReadOnlyRealm): Letterhead {
  const { name, default_language } = settingsOf(realm)
  const { url, source } = realmPictureLocation(realm, 'icon')
  return { realm_name: name, icon: source === 'U' ? url : undefined, default_language }
}
