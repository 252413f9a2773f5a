/** A service at which users log in, so that the realm needs no password: an identity provider. */
export type Provider = {
  /** Names the provider in addresses. Lower-case letters, digits and hyphens. */
  key: string
  kind: ProviderKind
  /** The label of its button. */
  display_name: string
  /** The address of the provider, exactly as it states it in its tokens. */
  issuer: string
  client_id: string
  /** For Apple: the private key, in PEM. */
  client_secret: string
  /** For Apple: who signs, and with which key. */
  team_id: string
  key_id: string
  /**
   * The domains for whose addresses the owner trusts the provider; `*` stands for all. Only a trusted address links an account
   * or creates one.
   */
  trusted_domains: readonly string[]
}

/** A provider without its secret. */
export type KnownProvider = Omit<Provider, 'client_secret'> & {
  /** The operator configured it for all realms of the deployment. */
  is_from_deployment: boolean
}

export const PROVIDER_KINDS = ['oidc', 'google', 'entra', 'gitlab', 'apple', 'github'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/**
 * Who a user is at a provider. The key of an identity is the issuer and the subject, and never an address: addresses change
 * hands, and some providers let users choose them.
 */
export type Identity = {
  issuer: string
  subject: string
  full_name: string
  /** The address that the provider says it confirmed; null if it says so of none. */
  verified_email: string | null
  /** The provider's name of its own session, with which it can end the sessions here. */
  provider_session: string | null
  /** What the provider stated about groups. Undefined if the realm does not read them. */
  groups?: StatedGroups | undefined
}

/** The claim of a provider that lists the groups of a user, and the scope that asks for it, or ''. */
export type GroupClaim = { claim: string; scope: string }

/** The values of a claim about groups. Null if the provider did not state all of them. */
export type StatedGroups = { claim: string; values: readonly string[] | null }

/** The path to which the provider sends the browser back. Each provider has its own, so no other can answer for it. */
export const completionPath = ({ key }: Pick<Provider, 'key'>): string => `/complete/${key}/`

export const loginPath = ({ key }: Pick<Provider, 'key'>): string => `/accounts/login/social/${key}`
export const signUpPath = ({ key }: Pick<Provider, 'key'>): string => `/accounts/register/social/${key}`

/** The path at which the provider ends the sessions of its users: back-channel logout of OpenID Connect. */
export const logoutPath = ({ key }: Pick<Provider, 'key'>): string => `/complete/${key}/logout`
