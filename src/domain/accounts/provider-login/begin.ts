import { hash } from 'node:crypto'
import { badRequest, notFound } from '../../../api/errors'
import type { Edge } from '../../../edge'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { SECRET_LENGTH } from '../../../store/random-key'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import type { Attempt } from '../../login/providers/oidc'
import type { Peer } from '../../login/providers/peer'
import { completionPath, type GroupClaim, type Provider } from '../../login/providers/provider'
import { groupClaimOf } from '../../login/providers/follow-groups'
import { findProvider } from '../../login/providers/provider-secrets'
import { insertProviderLogin, type LoginSecrets, type ProviderLogin } from './storage'

export const noSuchProvider = notFound(() => 'This organization has no such identity provider')
export const providerFailed = badRequest((f: { provider: string }) => `${f.provider} cannot be reached`)

/** The facts with which the Worker talks to the provider. */
export const peerFacts = (realm: ReadOnlyRealm) => ({
  letterhead: letterheadOf(realm),
  own_hosts: outsidePolicy(realm).own_hosts,
  now: realm.now(),
})

type PeerFacts = Pick<ReturnType<typeof peerFacts>, 'own_hosts' | 'now'>

export const peerAt = ({ config }: Edge, { own_hosts, now }: PeerFacts): Peer => ({
  policy: { ...config.outside, own_hosts },
  now,
})

/** Returns the provider. Throws `noSuchProvider`. */
export function requireProvider(realm: ReadOnlyRealm, key: string): Provider {
  const provider = findProvider(realm, key)
  if (provider === undefined) throw noSuchProvider({})
  return provider
}

/** Notes that a browser goes to a provider, and returns the secrets that bind the provider's answer to it. */
export function beginLogin(realm: Realm, key: string, login: Omit<ProviderLogin, 'provider'>) {
  const provider = requireProvider(realm, key)
  const secrets: LoginSecrets = { state: realm.randomKey(SECRET_LENGTH), binding: realm.randomKey(SECRET_LENGTH) }
  insertProviderLogin(realm, secrets, { ...login, provider: provider.key })
  return { ...peerFacts(realm), provider, groups: groupClaimOf(realm, provider), secrets }
}

type Begun = { provider: Provider; groups: GroupClaim | undefined }

export const attemptOf = (edge: Edge, { provider, groups }: Begun, { state, binding }: LoginSecrets): Attempt => ({
  redirect_uri: edge.realm_url + completionPath(provider),
  groups,
  state,
  // The browser has the binding in its cookie, and the realm has its hash. So neither stores the two secrets.
  nonce: hash('sha256', `nonce ${binding}`, 'hex'),
  verifier: hash('sha256', `verifier ${binding}`, 'hex'),
})
