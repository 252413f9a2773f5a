import type { Json } from '../../client-state/reducer'
import { store } from '../app'
import { watch } from '../watched'

/** Returns the personal settings. A view that calls it draws again when one changes. */
export function ownSettings(): Json {
  watch('settings')
  return store.state.user_settings
}
