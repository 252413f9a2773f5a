import type { ReadOnlyRealm } from '../../../realm'
import { readProviders } from './configuration-rules'
import type { Provider } from './provider'

/**
 * Returns the providers at which users of this realm can log in. An operator's mistake in their list closes no other way to log
 * in: then there is no provider.
 */
export function providersOf(realm: ReadOnlyRealm): readonly Provider[] {
  try {
    return readProviders(realm.config.provider_list)
  } catch {
    return []
  }
}

/** Returns the provider of a key. Throws if the operator's list is wrong, so that the log has the reason. */
export const findProvider = (realm: ReadOnlyRealm, key: string): Provider | undefined =>
  readProviders(realm.config.provider_list).find((provider) => provider.key === key)
