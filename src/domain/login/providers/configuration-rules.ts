import * as v from 'valibot'
import { PROVIDER_KINDS, type Provider, type ProviderKind } from './provider'

/** The issuers of the large providers. The owner of the realm states the others. */
const ISSUERS: Partial<Record<ProviderKind, string>> = {
  google: 'https://accounts.google.com',
  gitlab: 'https://gitlab.com',
  apple: 'https://appleid.apple.com',
  github: 'https://github.com',
}

const NAMES: Record<ProviderKind, string> = {
  oidc: 'OpenID Connect',
  google: 'Google',
  entra: 'Microsoft',
  gitlab: 'GitLab',
  apple: 'Apple',
  github: 'GitHub',
}

const text = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))
const optionalText = (most: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(most)), '')
const KEY = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
/** `/accounts/login/social/browser` is the server's own login page. */
const RESERVED = ['browser']
// A tenant's number. `common` and `organizations` admit all tenants of the world, each with addresses of its own choice.
const ENTRA_ISSUER = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/

const ENTRA_HOST = /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\//
const LARGE = ['google', 'gitlab', 'apple', 'github'] as const

const shape = v.strictObject({
  key: v.pipe(
    v.string(),
    v.regex(KEY, 'must be lower-case letters, digits and hyphens'),
    v.notValues(RESERVED, 'is reserved'),
  ),
  kind: v.picklist(PROVIDER_KINDS),
  display_name: v.optional(text(60)),
  issuer: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  client_id: text(500),
  client_secret: text(10_000),
  team_id: optionalText(100),
  key_id: optionalText(100),
  trusted_domains: v.optional(v.pipe(v.array(text(255)), v.maxLength(50)), []),
})

export const MAX_PROVIDERS = 20

/** Returns a provider from its configuration. Throws an `Error` with the reason if a part is missing or wrong. */
export function readProvider(configured: unknown): Provider {
  const parsed = v.safeParse(shape, configured)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(`${v.getDotPath(issue) ?? 'The provider'}: ${issue.message}`)
  }
  const { kind, display_name = NAMES[parsed.output.kind], issuer = ISSUERS[kind], ...others } = parsed.output
  const problem = problemOfIssuer(kind, issuer) ?? problemOfApple(kind, others)
  if (problem !== undefined || issuer === undefined) throw new Error(problem)
  return { ...others, kind, display_name, issuer }
}

function problemOfIssuer(kind: ProviderKind, issuer: string | undefined): string | undefined {
  if (issuer === undefined || URL.parse(issuer) === null) return 'issuer: must be the address of the provider'
  // The rules of the large providers say which of their statements about an address count.
  const large = LARGE.find((candidate) => ISSUERS[candidate] === issuer)
  if (kind === 'oidc' && large) return `issuer: use the kind ${large} for ${NAMES[large]}`
  if (kind === 'oidc' && ENTRA_HOST.test(issuer)) return 'issuer: use the kind entra for Microsoft'
  const fixed = ISSUERS[kind]
  if (fixed !== undefined && issuer !== fixed) return `issuer: must be ${fixed}. Use the kind oidc for your own server.`
  if (kind === 'entra' && !ENTRA_ISSUER.test(issuer))
    return 'issuer: must be https://login.microsoftonline.com/TENANT/v2.0 with the number of one tenant'
  return undefined
}

const problemOfApple = (kind: ProviderKind, { team_id, key_id }: { team_id: string; key_id: string }) =>
  kind === 'apple' && (team_id === '' || key_id === '') ? 'team_id, key_id: Apple needs both' : undefined

/** Returns the providers of `SIGN_IN_PROVIDERS`, a JSON array. Throws if one is wrong, or two have the same key. */
export function readProviders(json: string): readonly Provider[] {
  if (json === '') return []
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list) || list.length > MAX_PROVIDERS)
    throw new Error(`SIGN_IN_PROVIDERS must be an array of at most ${MAX_PROVIDERS} providers`)
  const providers = list.map((configured) => readProvider(configured))
  if (new Set(providers.map(({ key }) => key)).size < providers.length)
    throw new Error('SIGN_IN_PROVIDERS has two providers with the same key')
  return providers
}
