import type { Realm } from '../../../realm'
import { realmRow, settingsOf } from './storage'

/** May people without an account look in? Both the deployment and the realm must want it, and the realm be open at all. */
export const admitsSpectators = (realm: Realm): boolean =>
  realm.config.web_public_channels && settingsOf(realm).enable_spectator_access && !realmRow(realm).is_deactivated
