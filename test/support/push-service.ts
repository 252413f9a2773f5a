import { hkdfSync, verify } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import type { Browser } from './browser'
import { succeeded, type Json } from './person'

/** A push service that the tests' variable WEB_PUSH_SERVICES names. */
export const PUSH_SERVICE = 'https://push.example.net'

type Received = { endpoint: string; headers: Headers; body: Uint8Array<ArrayBuffer> }

/** Replaces the push services of browsers until the test ends. No request leaves the machine. */
export class PushService {
  readonly received: Received[] = []
  /** The status that the service answers for an endpoint. */
  status: (endpoint: string) => number = () => 201
  /** The headers of the answer. */
  headers: Record<string, string> = {}

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith(PUSH_SERVICE)) throw new Error(`A test must not send a request to ${request.url}`)
      const { url: endpoint, headers } = request
      this.received.push({ endpoint, headers, body: new Uint8Array(await request.arrayBuffer()) })
      return new Response(null, { status: this.status(endpoint), headers: this.headers })
    })
    onTestFinished(() => spy.mockRestore())
  }

  /** Returns the requests that came since the last call. */
  take(): Received[] {
    return this.received.splice(0)
  }
}

const P256 = { name: 'ECDH', namedCurve: 'P-256' }
const base64url = (bytes: Uint8Array | ArrayBuffer) => Buffer.from(bytes).toString('base64url')
const utf8 = (text: string) => new TextEncoder().encode(text)

/** The registration of a browser at the push service, with a key pair of its own. */
export class PushRegistration {
  private constructor(
    readonly endpoint: string,
    readonly keys: CryptoKeyPair,
    readonly publicKey: Uint8Array,
    readonly authSecret: Uint8Array,
  ) {}

  static async new(name: string = crypto.randomUUID()): Promise<PushRegistration> {
    const keys = (await crypto.subtle.generateKey(P256, true, ['deriveBits'])) as CryptoKeyPair
    const publicKey = new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer)
    const authSecret = crypto.getRandomValues(new Uint8Array(16))
    return new PushRegistration(`${PUSH_SERVICE}/to/${name}`, keys, publicKey, authSecret)
  }

  get fields() {
    return {
      endpoint: this.endpoint,
      public_key: base64url(this.publicKey),
      auth_secret: base64url(this.authSecret),
    }
  }

  async turnOnIn(browser: Browser): Promise<this> {
    succeeded(await browser.post('/parley/push_browser', this.fields))
    return this
  }

  /** Returns the text of a notification: what a browser does with its body. */
  async decrypt(body: Uint8Array<ArrayBuffer>): Promise<Json> {
    const [salt, keyLength] = [body.slice(0, 16), body[20]!]
    const senderPublic = body.slice(21, 21 + keyLength)
    const sender = await crypto.subtle.importKey('raw', senderPublic, P256, false, [])
    const agreement = { ...P256, public: sender }
    const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, this.keys.privateKey, 256))
    const info = Buffer.concat([utf8('WebPush: info\0'), this.publicKey, senderPublic])
    const secret = new Uint8Array(hkdfSync('sha256', shared, this.authSecret, info, 32))
    const derived = (name: string, bytes: number) =>
      new Uint8Array(hkdfSync('sha256', secret, salt, utf8(`Content-Encoding: ${name}\0`), bytes))
    const key = await crypto.subtle.importKey('raw', derived('aes128gcm', 16), 'AES-GCM', false, ['decrypt'])
    const algorithm = { name: 'AES-GCM', iv: derived('nonce', 12) }
    const record = new Uint8Array(await crypto.subtle.decrypt(algorithm, key, body.slice(21 + keyLength)))
    return JSON.parse(new TextDecoder().decode(record.subarray(0, record.lastIndexOf(2))))
  }
}

/** Returns the claims of the header `Authorization` of a push request, after its signature was verified. */
export function claimsIn(authorization: string | null): Json {
  const [, jwt = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = jwt.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) }
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('The signature of the push request is invalid')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
