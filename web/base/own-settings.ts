import type { Client } from '../client/client'
import type { UserSettings } from '../../client-state/wire'

/** Returns the personal settings. A view that calls it draws again when one changes. */
export function ownSettings({ store, watch }: Client): UserSettings {
  watch('settings')
  return store.state.user_settings
}
