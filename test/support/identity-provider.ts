import { onTestFinished, vi } from 'vitest'
import type { Json } from './person'

type Answer = (request: Request) => Response | Promise<Response>

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const BASE64URL = { alphabet: 'base64url', omitPadding: true } as const

let count = 0

export const newKeys = async (): Promise<CryptoKeyPair> =>
  (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair

const active: FakeProvider[] = []

const encode = (part: object) => new TextEncoder().encode(JSON.stringify(part)).toBase64(BASE64URL)

/**
 * An identity provider that says what a test wants, also what no honest provider says. It answers the requests of the server
 * without a network. What a certified provider does is in test/login/provider-login.certified.test.ts.
 */
export class FakeProvider {
  /** What the next ID token says, besides what every token says. */
  claims: Json = {}
  userInfo: Json = {}
  /** Replaces answers by their path. */
  answers: Record<string, Answer> = {}
  /** The requests of the server. */
  readonly requests: { url: string; body: URLSearchParams; authorization: string | null }[] = []
  metadata: Json = {}

  private constructor(
    readonly issuer: string,
    readonly keys: CryptoKeyPair,
  ) {}

  /** The server keeps the keys of a provider, so a provider with a fixed issuer always has the same ones. */
  static async at(issuer = `https://idp-${++count}.example.com`, keys?: CryptoKeyPair): Promise<FakeProvider> {
    const provider = new FakeProvider(issuer, keys ?? (await newKeys()))
    active.push(provider)
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      for (const each of active) {
        const answer = await each.#answer(request)
        if (answer) return answer
      }
      throw new Error(`A test must not send a request to ${request.url}`)
    })
    onTestFinished(() => {
      active.length = 0
      spy.mockRestore()
    })
    return provider
  }

  async #answer(request: Request): Promise<Response | undefined> {
    const { origin, pathname, href } = new URL(request.url)
    const special = this.answers[pathname] ?? this.answers[href]
    if (special === undefined && origin !== new URL(this.issuer).origin) return undefined
    const body = new URLSearchParams(new TextDecoder().decode(await request.clone().arrayBuffer()))
    this.requests.push({ url: href, body, authorization: request.headers.get('authorization') })
    if (special) return special(request)
    if (pathname.endsWith('/.well-known/openid-configuration')) return Response.json(this.#discovery())
    if (pathname === '/keys') return Response.json({ keys: [await this.publicKey()] })
    if (pathname === '/token') return Response.json(await this.tokens(this.claims))
    if (pathname === '/me') return Response.json({ sub: this.claims.sub, ...this.userInfo })
    return new Response('', { status: 404 })
  }

  #discovery(): Json {
    const at = new URL(this.issuer).origin
    return {
      issuer: this.issuer,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      jwks_uri: `${at}/keys`,
      userinfo_endpoint: `${at}/me`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['ES256'],
      ...this.metadata,
    }
  }

  async publicKey(): Promise<Json> {
    const key = (await crypto.subtle.exportKey('jwk', this.keys.publicKey)) as Json
    return { ...key, kid: 'one', alg: 'ES256', use: 'sig' }
  }

  async tokens(claims: Json, key = this.keys.privateKey): Promise<Json> {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: this.issuer, aud: 'parley', sub: 'subject-1', iat: now, exp: now + 300, ...claims }
    const id_token = await this.sign(all, { key })
    return { access_token: 'the access token', token_type: 'Bearer', expires_in: 300, id_token }
  }

  /** Returns a signed token with these claims. */
  async sign(claims: Json, { key = this.keys.privateKey, header = {} as Json } = {}): Promise<string> {
    const signed = `${encode({ alg: 'ES256', kid: 'one', ...header })}.${encode(claims)}`
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      new TextEncoder().encode(signed),
    )
    return `${signed}.${new Uint8Array(signature).toBase64(BASE64URL)}`
  }

  /** The configuration of this provider for a realm. */
  configuration(more: Json = {}): Json {
    const { issuer } = this
    return { key: 'idp', kind: 'oidc', display_name: 'Idp', issuer, client_id: 'parley', client_secret: 's', ...more }
  }
}
