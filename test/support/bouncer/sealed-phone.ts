import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { expect } from 'vitest'
import { decodePhoneClass } from '../../contracts/phone-app'
import { succeeded, type Json, type Person } from '../person'
import { BOUNCER_PUBLIC_KEY, sealForBouncer, tokenIdOf, type Notification } from './official-bouncer'

const SECRETBOX = 0x31
let keys = 0

/** What the app decodes of each kind of notification. It ignores those of tests. */
const CLASSES: Partial<Record<string, string>> = { message: 'NotifPayloadNewMessage', remove: 'NotifPayloadRemove' }

/** A phone as the official app registers it since feature level 468: it has a key, and the bouncer alone can read its token. */
export class SealedPhone {
  device_id = 0
  readonly push_key_id = ++keys
  readonly key = crypto.getRandomValues(new Uint8Array(32))

  constructor(
    readonly person: Person,
    readonly token: string,
    readonly token_kind: 'fcm' | 'apns' = 'fcm',
    readonly now: () => number = () => Date.now() / 1000,
  ) {}

  get token_id(): string {
    return tokenIdOf(this.token)
  }

  keyFields = () => ({
    push_key_id: this.push_key_id,
    push_key: Uint8Array.from([SECRETBOX, ...this.key]).toBase64(),
  })

  tokenFields({ token, token_kind } = this as Pick<SealedPhone, 'token' | 'token_kind'>) {
    const app = token_kind === 'apns' ? { ios_app_id: 'org.example.app' } : {}
    return {
      token_kind,
      token_id: tokenIdOf(token),
      bouncer_public_key: BOUNCER_PUBLIC_KEY,
      encrypted_push_registration: sealForBouncer({ token_kind, token, timestamp: Math.floor(this.now()), ...app }),
    }
  }

  /** Registers the phone as a device, with its key and its token. */
  async registers(): Promise<this> {
    this.device_id = succeeded(await this.person.post('/register_client_device')).device_id
    succeeded(await this.person.post('/mobile_push/register', this.fields()))
    return this
  }

  fields = () => ({ device_id: this.device_id, ...this.keyFields(), ...this.tokenFields() })

  /** Decrypts a notification, and reads it as the app does. Fails where the app would. */
  open({ payload }: Notification): Json {
    const isApple = this.token_kind === 'apns'
    const received = isApple ? payload : { ...payload, push_key_id: String(payload.push_key_id) }
    expect(decodePhoneClass(isApple ? 'EncryptedApnsPayload' : 'EncryptedFcmMessage', received)).toBeUndefined()
    expect(payload.push_key_id).toBe(this.push_key_id)
    const sealed = Uint8Array.fromBase64(payload.encrypted_data)
    const plain = xsalsa20poly1305(this.key, sealed.subarray(0, 24)).decrypt(sealed.subarray(24))
    const content: Json = JSON.parse(new TextDecoder().decode(plain))
    const name = CLASSES[content.type]
    if (name !== undefined) expect(decodePhoneClass(name, content)).toBeUndefined()
    expect(new URL(content.realm_url).host).toBe(new URL(this.person.realm_url).host)
    expect(content.user_id).toBe(this.person.id)
    return content
  }
}
