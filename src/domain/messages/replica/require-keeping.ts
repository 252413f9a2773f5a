import type { ReadOnlyRealm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { keepingIsOff } from './rules'

/** Throws `keepingIsOff` if the owner of the organization lets browsers keep nothing. */
export function requireKeeping(realm: ReadOnlyRealm): void {
  if (!settingsOf(realm).parley_keep_in_browsers) throw keepingIsOff({})
}
