import { onTestFinished, vi } from 'vitest'
import { keyFor } from '../../src/domain/writing/push/seal'
import type { Json, Person } from './person'
import { succeeded } from './person'

/** What the bouncer was asked, by whom, and with what. */
type Asked = { path: string; authorization: string | null; body: Json }
type Answer = (asked: Asked) => Response | Promise<Response>

const BOUNCER = 'https://bouncer.test/api/v1/remotes/push/'

/** A bouncer of the test's own: nothing leaves the machine. */
export class Bouncer {
  readonly asked: Asked[] = []
  answers: Answer = ({ path }) =>
    Response.json(path === 'e2ee/register' ? { device_id: this.asked.length } : { delete_device_ids: [] })

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith(BOUNCER)) throw new Error(`Nobody should ask ${request.url}`)
      const asked = {
        path: request.url.slice(BOUNCER.length),
        authorization: request.headers.get('authorization'),
        body: await request.json(),
      }
      this.asked.push(asked)
      return this.answers(asked)
    })
    onTestFinished(() => spy.mockRestore())
  }

  /** What was asked since this was last looked at. */
  taken(): Asked[] {
    return this.asked.splice(0)
  }
}

const X25519 = { name: 'X25519' }
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** A phone with a key of its own, which alone can read what is sealed for it. */
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
      push_public_key: toBase64(this.publicKey),
      bouncer_public_key: toBase64(new Uint8Array(32).fill(7)),
      encrypted_push_registration: toBase64(
        new TextEncoder().encode(`sealed for the bouncer: ${this.push_account_id}`),
      ),
    }
  }

  async registersFor(person: Person): Promise<void> {
    succeeded(await person.post('/mobile_push/register', this.registration))
  }

  /** What a sealed notification says. */
  async opens(encrypted_data: string): Promise<Json> {
    const sealed = fromBase64(encrypted_data)
    const [enc, ciphertext] = [sealed.slice(0, 32), sealed.slice(32)]
    const ephemeral = await crypto.subtle.importKey('raw', enc, X25519, false, [])
    const agreement = { ...X25519, public: ephemeral }
    const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, this.keys.privateKey, 256))
    const { key, nonce } = keyFor(shared, Uint8Array.from([...enc, ...this.publicKey]))
    const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, aes, ciphertext)
    return JSON.parse(new TextDecoder().decode(plain))
  }
}
