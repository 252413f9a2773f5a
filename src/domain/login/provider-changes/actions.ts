import { badRequest, notFound } from '../../../api/errors'
import { problemOfAddress } from '../../../outside/address-rules'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { MAX_PROVIDERS, readProvider } from '../providers/configuration-rules'
import { listedProviders, providersChanged } from '../providers/events'
import type { Provider } from '../providers/provider'
import { providersOf } from '../providers/available-providers'
import { findProvider, forgetProvider, storeProvider } from '../providers/provider-secrets'
import { ownProviders } from '../providers/storage'
import { keepingAWayToLogIn } from '../providers/ways-to-log-in'

export const noSuchOwnProvider = notFound(() => 'This organization configured no such identity provider')
export const invalidProvider = badRequest((f: { problem: string }) => f.problem)
export const providerExists = badRequest(() => 'An identity provider with this key exists already')
export const tooManyProviders = badRequest(() => `An organization has at most ${MAX_PROVIDERS} identity providers`)

/** The configuration as an owner states it. The rules decide what is missing. */
export type ProviderFields = { [Name in keyof Omit<Provider, 'key'>]?: Provider[Name] | undefined }

const statedIn = (fields: ProviderFields): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Adds a provider at which users of the realm can log in. Throws the reason if its configuration is wrong. */
export function addOwnProvider(realm: Realm, key: string, fields: ProviderFields): void {
  if (providersOf(realm).some((provider) => provider.key === key)) throw providerExists({})
  if (ownProviders(realm).length >= MAX_PROVIDERS) throw tooManyProviders({})
  const provider = requireValid(realm, { key, ...statedIn(fields) })
  storeProvider(realm, provider)
  const { kind, issuer, trusted_domains } = provider
  recordAudit(realm, 'provider_created', {}, { provider: key, kind, issuer, trusted_domains })
  publishProviders(realm)
}

/** Changes the stated fields. A client secret that is not stated stays. The actor keeps a way to log in. */
export function changeOwnProvider(realm: Realm, { user_id }: User, key: string, fields: ProviderFields): void {
  const { kind, display_name, issuer, client_id, client_secret, team_id, key_id, trusted_domains } = requireOwnProvider(
    realm,
    key,
  )
  const before = { key, kind, display_name, issuer, client_id, client_secret, team_id, key_id, trusted_domains }
  // The secret of one server must not go to another one that a thief of a session names.
  const isElsewhere = fields.issuer !== undefined && fields.issuer !== issuer
  if (isElsewhere && fields.client_secret === undefined)
    throw invalidProvider({ problem: 'client_secret: another issuer needs its own client secret' })
  const provider = requireValid(realm, { ...before, ...statedIn(fields) })
  keepingAWayToLogIn(realm, user_id, () => storeProvider(realm, provider))
  const changed = Object.keys(statedIn(fields))
  recordAudit(
    realm,
    'provider_changed',
    {},
    { provider: key, changed, issuer: provider.issuer, trusted_domains: provider.trusted_domains },
  )
  publishProviders(realm)
}

/**
 * Removes a provider. Its identities stay with their accounts, and open them again if the provider returns. The actor keeps a
 * way to log in: the owners can then let in all others.
 */
export function removeOwnProvider(realm: Realm, { user_id }: User, key: string): void {
  const { issuer } = requireOwnProvider(realm, key)
  keepingAWayToLogIn(realm, user_id, () => forgetProvider(realm, key))
  recordAudit(realm, 'provider_deleted', {}, { provider: key, issuer })
  publishProviders(realm)
}

/** Returns a provider that the owners of the realm configured, with its secret. */
export function requireOwnProvider(realm: ReadOnlyRealm, key: string): Provider {
  const isOwn = ownProviders(realm).some((provider) => provider.key === key)
  const provider = isOwn ? findProvider(realm, key) : undefined
  if (provider === undefined) throw noSuchOwnProvider({})
  return provider
}

function requireValid(realm: ReadOnlyRealm, configured: object): Provider {
  const provider = readOrRefuse(configured)
  if (problemOfAddress(provider.issuer, outsidePolicy(realm)) !== undefined)
    throw invalidProvider({ problem: 'issuer: must be a public https address' })
  return provider
}

function readOrRefuse(configured: object): Provider {
  try {
    return readProvider(configured)
  } catch (error) {
    throw invalidProvider({ problem: error instanceof Error ? error.message : 'The configuration is wrong' })
  }
}

const publishProviders = (realm: Realm) =>
  realm.publish(providersChanged({ parley_providers: listedProviders(realm) }), everyone({}))
