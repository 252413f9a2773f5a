import type { ReadOnlyRealm } from '../../../realm'
import { hidesPresences } from '../../people/presence/visible-presences'
import type { RealmSettings } from '../../realm/settings/settings'
import { settingsOf } from '../../realm/settings/storage'

/** Returns the settings as clients see them. In a large organization, clients that do not ask for presences must show none. */
export const shownSettingsOf = (realm: ReadOnlyRealm): RealmSettings => ({
  ...settingsOf(realm),
  presence_disabled: hidesPresences(realm),
})
