import * as v from 'valibot'
import { named } from '../../../api/named'
import { list, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { owners } from '../../people/users/callers'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { ownUrl } from '../../realm/settings/own-url'
import { loginIsTooOld, requireRecentLogin } from '../factors/recent-login'
import { completionPath, logoutPath, PROVIDER_KINDS, type KnownProvider } from '../providers/provider'
import { problemOfProvider } from '../providers/provider-test'
import { lastWayToLogIn } from '../providers/ways-to-log-in'
import { providersOf } from '../providers/available-providers'
import {
  addOwnProvider,
  changeOwnProvider,
  invalidProvider,
  noSuchOwnProvider,
  providerExists,
  removeOwnProvider,
  requireOwnProvider,
  tooManyProviders,
} from './actions'

const providerShape = named(
  'Provider',
  v.object({
    provider: v.string(),
    kind: v.picklist(PROVIDER_KINDS),
    display_name: v.string(),
    issuer: v.string(),
    client_id: v.string(),
    team_id: v.string(),
    key_id: v.string(),
    trusted_domains: v.array(v.string()),
    is_from_deployment: v.boolean(),
    redirect_url: v.string(),
    logout_url: v.string(),
  }),
)

function wireProvider(realm: ReadOnlyRealm, { key, ...provider }: KnownProvider): v.InferOutput<typeof providerShape> {
  const at = ownUrl(realm)
  const addresses = { redirect_url: at + completionPath({ key }), logout_url: at + logoutPath({ key }) }
  return { provider: key, ...provider, trusted_domains: [...provider.trusted_domains], ...addresses }
}

const fields = {
  display_name: optional(shortText()),
  issuer: optional(shortText()),
  client_id: optional(shortText()),
  client_secret: optional(text(10_000)),
  team_id: optional(shortText()),
  key_id: optional(shortText()),
  trusted_domains: optional(list(shortText(), 50)),
}

const changeErrors = [loginIsTooOld, invalidProvider, encryptionIsNotConfigured]

export const getProviders = endpoint.decision({
  route: 'GET /parley/providers',
  summary: 'Get the identity providers at which users can log in, with their configuration.',
  note: 'No response has a client secret. At the provider, register `redirect_url`, and `logout_url` for back-channel logout.',
  caller: owners,
  params: {},
  returns: { providers: v.array(providerShape) },
  errors: [],
  decide: (realm) => ({ providers: providersOf(realm).map((provider) => wireProvider(realm, provider)) }),
})

export const createProvider = endpoint.decision({
  route: 'POST /parley/providers',
  summary: 'Let users log in at an identity provider.',
  note: 'The client secret is stored encrypted. A provider that is trusted for a domain can log in as each user with a proven address there, so this needs a recent login.',
  caller: owners,
  params: { provider: shortText(), kind: oneOf(PROVIDER_KINDS), ...fields },
  returns: {},
  errors: [...changeErrors, providerExists, tooManyProviders],
  decide: (realm, _, { provider, ...configured }) => {
    requireRecentLogin(realm)
    addOwnProvider(realm, provider, configured)
  },
})

export const changeProvider = endpoint.decision({
  route: 'PATCH /parley/providers/:provider',
  summary: 'Change the configuration of an identity provider of the organization. Its key and its kind stay.',
  caller: owners,
  params: { provider: shortText(), ...fields },
  returns: {},
  errors: [...changeErrors, noSuchOwnProvider, lastWayToLogIn],
  decide: (realm, actor, { provider, ...changes }) => {
    requireRecentLogin(realm)
    changeOwnProvider(realm, actor, provider, changes)
  },
})

export const deleteProvider = endpoint.decision({
  route: 'DELETE /parley/providers/:provider',
  summary: 'Remove an identity provider of the organization. Sessions of its users stay.',
  caller: owners,
  params: { provider: shortText() },
  returns: {},
  errors: [loginIsTooOld, noSuchOwnProvider, lastWayToLogIn],
  decide: (realm, actor, { provider }) => {
    requireRecentLogin(realm)
    removeOwnProvider(realm, actor, provider)
  },
})

export const testProvider = endpoint.twoStep({
  route: 'POST /parley/providers/:provider/test',
  summary: 'Test whether an identity provider answers, and whether it accepts the client secret.',
  note: '`problem` is null if it does. The redirect address is tested only by a login.',
  caller: owners,
  params: { provider: shortText() },
  returns: { problem: v.nullable(v.string()) },
  errors: [noSuchOwnProvider],
  decide: (realm, _, { provider }) => ({
    begun: {
      provider: requireOwnProvider(realm, provider),
      own_hosts: outsidePolicy(realm).own_hosts,
      redirect_uri: ownUrl(realm) + completionPath({ key: provider }),
      now: realm.now(),
    },
  }),
  work: async ({ config }: Edge, { provider, own_hosts, redirect_uri, now }) => ({
    problem: await problemOfProvider({ policy: { ...config.outside, own_hosts }, now }, provider, redirect_uri),
  }),
  finish: (_, __, { problem }) => ({ problem }),
})
