import type { Client } from '../client/client'
import type { Json } from '../../client-state/reducer'

/** Returns the personal settings. A view that calls it draws again when one changes. */
export function ownSettings({ store, watch }: Client): Json {
  watch('settings')
  return store.state.user_settings
}
