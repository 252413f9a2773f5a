import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { onTestFinished, vi } from 'vitest'
import type { Json, Person } from './person'
import { succeeded } from './person'

type BouncerRequest = { path: string; authorization: string | null; body: Json }
type Answer = (request: BouncerRequest) => Response | Promise<Response>

const BOUNCER = 'https://bouncer.example.net/api/v1/remotes/'

/**
 * Replaces a bouncer of feature level 406 until the test ends. The official one no longer knows that form: it is in
 * test/support/bouncer/. No request leaves the machine.
 */
export class OlderBouncer {
  readonly requests: BouncerRequest[] = []
  answer: Answer = ({ path }) =>
    Response.json(path === 'e2ee/register' ? { device_id: this.requests.length } : { delete_device_ids: [] })

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith(BOUNCER)) throw new Error(`A test must not send a request to ${request.url}`)
      const path = request.url.slice(BOUNCER.length)
      if (path.startsWith('server/'))
        return Response.json({ last_realmauditlog_id: 0, realms: {}, billing_access_url: `${BOUNCER}bill` })
      const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
      const received = {
        path: path.replace(/^push\//, ''),
        authorization: request.headers.get('authorization'),
        body: isForm
          ? Object.fromEntries(new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer())))
          : await request.json<Json>(),
      }
      this.requests.push(received)
      return this.answer(received)
    })
    onTestFinished(() => spy.mockRestore())
  }

  /** Returns the requests that came since the last call. */
  takeRequests(): BouncerRequest[] {
    return this.requests.splice(0)
  }
}

const X25519 = { name: 'X25519' }
const HPKE = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
})

/** A phone with a key pair of its own, so only this phone can decrypt its notifications. */
export class Phone {
  private constructor(
    readonly push_account_id: number,
    readonly keys: CryptoKeyPair,
    readonly publicKey: Uint8Array,
  ) {}

  static async with(push_account_id: number): Promise<Phone> {
    const keys = (await crypto.subtle.generateKey(X25519, true, ['deriveBits'])) as CryptoKeyPair
    const publicKey = new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer)
    return new Phone(push_account_id, keys, publicKey)
  }

  get registration() {
    return {
      token_kind: 'fcm',
      push_account_id: this.push_account_id,
      push_public_key: this.publicKey.toBase64(),
      bouncer_public_key: new Uint8Array(32).fill(7).toBase64(),
      encrypted_push_registration: new TextEncoder()
        .encode(`sealed for the bouncer: ${this.push_account_id}`)
        .toBase64(),
    }
  }

  async registersFor(person: Person): Promise<void> {
    succeeded(await person.post('/mobile_push/register', this.registration))
  }

  /** Returns the payload of a sealed notification. The library is not the server's own code, so it checks that code. */
  async decrypt(encrypted_data: string): Promise<Json> {
    const sealed = Uint8Array.fromBase64(encrypted_data)
    const plain = await HPKE.open(
      { recipientKey: this.keys, enc: sealed.slice(0, 32), info: new TextEncoder().encode('push notification') },
      sealed.slice(32),
    )
    return JSON.parse(new TextDecoder().decode(plain))
  }
}
