import type { ReadOnlyRealm } from '../../../realm'
import { realmRow, settingsOf } from './storage'

/** Whether spectators can read the realm. The deployment and the realm must both permit it, and the realm must be active. */
export const admitsSpectators = (realm: ReadOnlyRealm): boolean =>
  realm.config.web_public_channels && settingsOf(realm).enable_spectator_access && !realmRow(realm).is_deactivated
