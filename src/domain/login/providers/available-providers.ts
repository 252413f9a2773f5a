import type { ReadOnlyRealm } from '../../../realm'
import { readProviders } from './configuration-rules'
import type { KnownProvider, ProviderKind } from './provider'
import { ownProviders } from './storage'

/**
 * Returns the providers at which users of this realm can log in: those of the deployment, and those of the realm. An operator's
 * mistake in their list closes no other way to log in: then the deployment has no provider.
 */
export function providersOf(realm: ReadOnlyRealm): readonly KnownProvider[] {
  const deployed = deployedProviders(realm)
  const keys = new Set(deployed.map(({ key }) => key))
  return [...deployed, ...ownProviders(realm).filter(({ key }) => !keys.has(key))]
}

/** The order of the buttons. */
const ORDER: readonly ProviderKind[] = ['google', 'oidc', 'github', 'gitlab', 'entra', 'apple']

/** Returns the providers in the order of their buttons. */
export const providersInOrder = (realm: ReadOnlyRealm): readonly KnownProvider[] =>
  providersOf(realm).toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))

function deployedProviders(realm: ReadOnlyRealm): KnownProvider[] {
  try {
    return readProviders(realm.config.provider_list).map(({ client_secret: _, ...provider }) => ({
      ...provider,
      is_from_deployment: true,
    }))
  } catch {
    return []
  }
}
