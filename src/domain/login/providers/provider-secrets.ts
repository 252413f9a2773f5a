import type { ReadOnlyRealm, Realm } from '../../../realm'
import { deleteSecret, readSecret, writeSecret } from '../../realm/secrets/actions'
import { readProviders } from './configuration-rules'
import type { Provider } from './provider'
import { deleteProvider, ownProviders, upsertProvider } from './storage'

/**
 * Returns the provider of a key with its secret. The deployment's own comes first. Throws if the operator's list is wrong, so
 * that the log has the reason, and if the deployment cannot decrypt the secret.
 */
export function findProvider(realm: ReadOnlyRealm, key: string): Provider | undefined {
  const deployed = readProviders(realm.config.provider_list).find((provider) => provider.key === key)
  if (deployed) return deployed
  const own = ownProviders(realm).find((provider) => provider.key === key)
  const client_secret = own && readSecret(realm, secretNameOf(key))
  return own && client_secret !== undefined ? { ...own, client_secret } : undefined
}

/** Stores a provider of the realm. Its secret is encrypted. */
export function storeProvider(realm: Realm, { client_secret, ...provider }: Provider): void {
  upsertProvider(realm, provider)
  writeSecret(realm, secretNameOf(provider.key), client_secret)
}

/** Deletes a provider of the realm with its secret. */
export function forgetProvider(realm: Realm, key: string): void {
  deleteProvider(realm, key)
  deleteSecret(realm, secretNameOf(key))
}

const secretNameOf = (key: string): string => `client secret of provider ${key}`
