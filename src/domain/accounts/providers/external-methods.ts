import * as v from 'valibot'
import type { ReadOnlyRealm } from '../../../realm'
import { loginPath, signUpPath, type KnownProvider, type ProviderKind } from './provider'
import { providersOf } from './available-providers'

export const externalMethodShape = v.object({
  name: v.string(),
  display_name: v.string(),
  display_icon: v.nullable(v.string()),
  login_url: v.string(),
  signup_url: v.string(),
})

/** The names that clients know. Several generic providers are distinguished by their keys. */
const NAMES: Record<ProviderKind, (provider: KnownProvider) => string> = {
  google: () => 'google',
  github: () => 'github',
  oidc: ({ key }) => `oidc:${key}`,
  gitlab: () => 'gitlab',
  entra: () => 'azuread-oauth2',
  apple: () => 'apple',
}

/** The order of the buttons. */
const ORDER: readonly ProviderKind[] = ['google', 'oidc', 'github', 'gitlab', 'entra', 'apple']

/** The path at which a client without a page logs in with the pages of the realm, by any method that they offer. */
export const BROWSER_PATH = '/accounts/login/social/browser'

/**
 * Returns how clients can log in besides a password, in the order of their buttons. The last one is always the realm's own page:
 * so phones can use each method that the page has.
 */
export const externalMethods = (realm: ReadOnlyRealm): v.InferOutput<typeof externalMethodShape>[] => [
  ...providersOf(realm)
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map((provider) => ({
      name: NAMES[provider.kind](provider),
      display_name: provider.display_name,
      display_icon: null,
      login_url: loginPath(provider),
      signup_url: signUpPath(provider),
    })),
  { name: 'browser', display_name: 'browser', display_icon: null, login_url: BROWSER_PATH, signup_url: '/register' },
]

/** The names of the kinds in the older map `authentication_methods`. */
const OLDER_NAMES: Record<ProviderKind, string> = {
  google: 'google',
  github: 'github',
  oidc: 'openid connect',
  gitlab: 'gitlab',
  entra: 'azuread',
  apple: 'apple',
}

export const olderMethods = (realm: ReadOnlyRealm): Record<string, boolean> =>
  Object.fromEntries(providersOf(realm).map(({ kind }) => [OLDER_NAMES[kind], true]))
