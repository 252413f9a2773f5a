import { FakeProvider, newKeys } from './identity-provider'
import type { Json } from './person'

const TEAM = 'TEAM123456'
const KEY = 'KEY1234567'
const SERVICE = 'com.example.parley'
/** The server keeps Apple's keys, so all tests share them. */
const KEYS = newKeys()

const decoded = (part = ''): Json =>
  JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(part, { alphabet: 'base64url' })))

/**
 * Apple as its documentation describes it: it answers with a form of its own page, states the name only there and only at the
 * first login, says `"true"` as a text, and expects a client secret that the owner's key signed.
 */
export class FakeApple {
  /** What is wrong with the client secrets of the server. */
  readonly complaints: string[] = []

  private constructor(
    readonly provider: FakeProvider,
    readonly ownerKeys: CryptoKeyPair,
    readonly configuration: Json,
  ) {}

  static async start(): Promise<FakeApple> {
    const provider = await FakeProvider.at('https://appleid.apple.com', await KEYS)
    provider.metadata = {
      token_endpoint: 'https://appleid.apple.com/auth/token',
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      authorization_response_iss_parameter_supported: undefined,
      userinfo_endpoint: undefined,
    }
    const ownerKeys = await newKeys()
    const der = new Uint8Array((await crypto.subtle.exportKey('pkcs8', ownerKeys.privateKey)) as ArrayBuffer)
    const client_secret = `-----BEGIN PRIVATE KEY-----\n${der.toBase64()}\n-----END PRIVATE KEY-----\n`
    const apple = new FakeApple(provider, ownerKeys, {
      key: 'apple',
      kind: 'apple',
      client_id: SERVICE,
      client_secret,
      team_id: TEAM,
      key_id: KEY,
      trusted_domains: ['*'],
    })
    provider.answers['/auth/token'] = (request) => apple.#token(request)
    return apple
  }

  /** Returns the form that Apple's page sends. `user` is in it at the first login. */
  sendsBack(at: URL, claims: Json, user?: Json): Record<string, string> {
    const { nonce, state } = Object.fromEntries(at.searchParams)
    this.provider.claims = { aud: SERVICE, nonce, ...claims }
    return { state: state!, code: 'the code', ...(user ? { user: JSON.stringify(user) } : {}) }
  }

  async #token(request: Request): Promise<Response> {
    const body = new URLSearchParams(await request.text())
    const complaint = await this.#complaintAbout(body.get('client_secret') ?? '')
    if (body.get('client_id') !== SERVICE) this.complaints.push('the client id is missing')
    if (complaint !== undefined) this.complaints.push(complaint)
    if (this.complaints.length > 0) return Response.json({ error: 'invalid_client' }, { status: 400 })
    return Response.json(await this.provider.tokens(this.provider.claims))
  }

  async #complaintAbout(secret: string): Promise<string | undefined> {
    const [header, claims, signature = ''] = secret.split('.')
    const bytes = Uint8Array.fromBase64(signature, { alphabet: 'base64url' })
    const signed = new TextEncoder().encode(`${header}.${claims}`)
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    if (!(await crypto.subtle.verify(algorithm, this.ownerKeys.publicKey, bytes, signed)))
      return 'another key signed it'
    const { alg, kid } = decoded(header)
    if (alg !== 'ES256' || kid !== KEY) return 'its header names another key'
    const { iss, sub, aud, iat, exp } = decoded(claims)
    if (iss !== TEAM || sub !== SERVICE || aud !== 'https://appleid.apple.com') return 'it is of another client'
    return exp > iat && exp - iat <= 15_777_000 ? undefined : 'it is valid for more than six months'
  }
}
