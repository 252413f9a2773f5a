import type { Identity, Provider, ProviderKind } from './provider'

/** The statements of a provider about a user, from one signed token or one response. */
export type Claims = Readonly<Record<string, unknown>>

const MAX_SUBJECT_CHARACTERS = 255
const MAX_SESSION_CHARACTERS = 255

/**
 * Returns who a user is from the claims of the ID token, and from those of the user info if the token has no address. Returns
 * undefined without a usable subject. The address and the statement that it is confirmed always come from the same source.
 */
export function identityOf(provider: Pick<Provider, 'kind'>, token: Claims, userInfo?: Claims): Identity | undefined {
  const { iss: issuer, sub: subject } = token
  if (typeof issuer !== 'string' || typeof subject !== 'string') return undefined
  if (subject === '' || subject.length > MAX_SUBJECT_CHARACTERS) return undefined
  const source = typeof token.email === 'string' ? token : (userInfo ?? token)
  const verified_email = verifiedEmail(provider.kind, source)
  const full_name = nameIn(token) ?? nameIn(userInfo ?? {}) ?? ''
  return { issuer, subject, full_name, verified_email, provider_session: sessionIn(token) }
}

const sessionIn = ({ sid }: Claims): string | null =>
  typeof sid === 'string' && sid !== '' && sid.length <= MAX_SESSION_CHARACTERS ? sid : null

const nameIn = ({ name }: Claims): string | undefined =>
  typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : undefined

export const MAX_GROUP_CHARACTERS = 255
const MAX_GROUP_VALUES = 2000

/**
 * Returns the values of a claim about groups, from the ID token or else from the user info. A missing claim states no group. Null
 * if the provider left the claim out because it is too long, or if it is no list of a bounded length.
 */
export function groupValuesIn(claim: string, token: Claims, userInfo: Claims = {}): readonly string[] | null {
  const stated = valueAt(token, claim) ?? valueAt(userInfo, claim)
  if (stated === undefined) return [token, userInfo].some((claims) => isLeftOut(claims, claim)) ? null : []
  const values: unknown = typeof stated === 'string' ? [stated] : stated
  if (!Array.isArray(values) || values.length > MAX_GROUP_VALUES) return null
  return values.filter((value): value is string => typeof value === 'string' && value.length <= MAX_GROUP_CHARACTERS)
}

/** Some providers name a claim by an address, with dots in it, and others nest it: `realm_access.roles`. */
export function valueAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim] ?? undefined
  let value: unknown = claims
  for (const name of claim.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = new Map(Object.entries(value)).get(name)
  }
  return value ?? undefined
}

/** Microsoft names a claim that is too long for a token here, or writes `hasgroups`. */
const isLeftOut = ({ _claim_names: names, hasgroups }: Claims, claim: string): boolean =>
  hasgroups === true ||
  hasgroups === 'true' ||
  (typeof names === 'object' && names !== null && Object.hasOwn(names, claim))

const MAX_EMAIL_CHARACTERS = 254

function verifiedEmail(kind: ProviderKind, claims: Claims): string | null {
  const { email } = claims
  if (typeof email !== 'string' || email.length > MAX_EMAIL_CHARACTERS || !/^[^\s@]+@[^\s@]+$/.test(email)) return null
  return isVerified[kind](claims, domainOf(email)) ? email : null
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether a provider vouches for the address in its claims. A missing statement is no statement. */
const isVerified: Record<ProviderKind, (claims: Claims, domain: string) => boolean> = {
  oidc: ({ email_verified }) => email_verified === true,
  gitlab: ({ email_verified }) => email_verified === true,
  // Apple sends the text "true".
  apple: ({ email_verified }) => email_verified === true || email_verified === 'true',
  // Google decides over its own addresses and those of its customers' domains. Other addresses may have changed hands since.
  google: ({ email_verified, hd }, domain) =>
    email_verified === true && (domain === 'gmail.com' || (typeof hd === 'string' && hd.toLowerCase() === domain)),
  // Every administrator of a tenant can write any address there. This claim says that the tenant owns the domain.
  entra: ({ xms_edov }) => xms_edov === true || xms_edov === 1 || xms_edov === '1' || xms_edov === 'true',
  // GitHub has no ID token: see github.ts.
  github: ({ email_verified }) => email_verified === true,
}

/** Whether the owner trusts the provider for the domain of this address. */
export function trustsAddress({ trusted_domains }: Pick<Provider, 'trusted_domains'>, email: string): boolean {
  const domain = domainOf(email)
  return trusted_domains.some((trusted) => trusted === '*' || trusted.toLowerCase() === domain)
}
