import * as v from 'valibot'
import { named } from '../../../api/named'
import type { ReadOnlyRealm } from '../../../realm'
import { loginPath, signUpPath, type KnownProvider, type ProviderKind } from './provider'
import { providersInOrder, providersOf } from './available-providers'
import { providerIconUrl } from './icons'

export const externalMethodShape = named(
  'ExternalMethod',
  v.object({
    name: v.string(),
    display_name: v.string(),
    display_icon: v.nullable(v.string()),
    login_url: v.string(),
    signup_url: v.string(),
  }),
)

/** The names that clients know. */
const NAMES: Record<ProviderKind, string> = {
  google: 'google',
  github: 'github',
  oidc: 'oidc',
  gitlab: 'gitlab',
  entra: 'azuread-oauth2',
  apple: 'apple',
}

/** Clients know a method by its name. So a generic provider, and a second one of the same kind, have their key in it. */
function nameOf({ kind, key }: KnownProvider, before: readonly KnownProvider[]): string {
  const isOnly = kind !== 'oidc' && !before.some((other) => other.kind === kind)
  return isOnly ? NAMES[kind] : `${NAMES[kind]}:${key}`
}

/** The path at which a client without a page logs in with the pages of the realm, by any method that they offer. */
export const BROWSER_PATH = '/accounts/login/social/browser'

/**
 * Returns how clients can log in besides a password, in the order of their buttons. The last one is always the realm's own page:
 * so phones can use each method that the page has.
 */
export const externalMethods = (realm: ReadOnlyRealm): v.InferOutput<typeof externalMethodShape>[] => [
  ...providersInOrder(realm).map((provider, at, all) => ({
    name: nameOf(provider, all.slice(0, at)),
    display_name: provider.display_name,
    display_icon: providerIconUrl(realm, provider.kind),
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
