import { describe, expect, test } from 'vitest'
import { decodeCbor, MalformedCbor, readCbor } from '../../src/domain/people/passkeys/cbor-rules'
import { bytesOf, readClientData } from '../../src/domain/people/passkeys/client-data-rules'
import { publicKeyOf } from '../../src/domain/people/passkeys/cose-rules'
import { readAuthenticatorData } from '../../src/domain/people/passkeys/authenticator-data-rules'
import { acceptedAssertion, acceptedRegistration } from '../../src/domain/people/passkeys/signature-rules'
import { Authenticator } from '../support/authenticator'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

describe('CBOR', () => {
  test.for<[string, unknown]>([
    ['00', 0],
    ['17', 23],
    ['1864', 100],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['20', -1],
    ['3901ff', -512],
    ['4401020304', hex('01020304')],
    ['6449455446', 'IETF'],
    ['62c3bc', 'ü'],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['83010203', [1, 2, 3]],
    ['a201020304', new Map([[1, 2], [3, 4]])], // prettier-ignore
    ['a26161016162820203', new Map<string, unknown>([['a', 1], ['b', [2, 3]]])], // prettier-ignore
  ])('%s is the value that RFC 8949 gives', ([bytes, value]) => {
    expect(decodeCbor(hex(bytes))).toEqual(value)
  })

  test.for([
    ['nothing', ''],
    ['a length that the bytes do not have', '44010203'],
    ['a length of 64 bits', '5b0000000000000001aa'],
    ['a text without an end', '7f61616161ff'],
    ['an array without an end', '9f01ff'],
    ['too many items', '9a00010000'],
    ['a number with a point', 'f93c00'],
    ['an undefined value', 'f7'],
    ['a tag', 'c11a514b67b0'],
    ['a text that is not UTF-8', '62c328'],
    ['a key twice', 'a201020103'],
    ['a key that is an array', 'a1800001'],
    ['too many levels', '8181818181818101'],
    ['bytes after the value', '0000'],
  ])('refuses %s', ([, bytes]) => {
    expect(() => decodeCbor(hex(bytes!))).toThrow(MalformedCbor)
  })

  test.for([
    ['a number of 64 bits', '1b0000000000000001'],
    ['a length of 64 bits', '5b0000000000000001aa'],
    ['a reserved length', '5c01'],
    ['a text without an end', '7f61616161ff'],
    ['a map without an end', 'bf01ff'],
  ])('refuses %s within other data, too', ([, bytes]) => {
    expect(() => readCbor(hex(bytes!))).toThrow('A number that is too large, or no length')
  })
})

describe('a public key', () => {
  const numbers = (length: number) => new Uint8Array(length).fill(7)

  test.for<[string, [number, unknown][]]>([
    ['another algorithm', [[1, 2], [3, -35], [-1, 2], [-2, numbers(48)], [-3, numbers(48)]]], // prettier-ignore
    ['a point that is not on the curve', [[1, 2], [3, -7], [-1, 1], [-2, numbers(32)], [-3, numbers(32)]]], // prettier-ignore
    ['half a point', [[1, 2], [3, -7], [-1, 1], [-2, numbers(32)]]], // prettier-ignore
    ['an RSA key of 1024 bits', [[1, 3], [3, -257], [-1, numbers(128)], [-2, hex('010001')]]], // prettier-ignore
    ['an RSA key of 8192 bits', [[1, 3], [3, -257], [-1, numbers(1024)], [-2, hex('010001')]]], // prettier-ignore
    ['an Ed25519 key that calls itself ES256', [[1, 1], [3, -7], [-1, 6], [-2, numbers(32)]]], // prettier-ignore
  ])('is none with %s', ([, entries]) => {
    expect(publicKeyOf(new Map(entries) as never)).toBeUndefined()
  })
})

describe('the data of a browser', () => {
  const stated = (value: unknown) => readClientData(new TextEncoder().encode(JSON.stringify(value)))
  const valid = { type: 'webauthn.get', challenge: 'abc', origin: 'https://acme.example.com' }

  test('says which page asked, and whether another site embeds it', () => {
    expect(stated({ ...valid, crossOrigin: false, more: 1 })).toEqual({ ...valid, isEmbedded: false })
    expect(stated({ ...valid, crossOrigin: true })?.isEmbedded).toBe(true)
    expect(stated({ ...valid, crossOrigin: 'no' })?.isEmbedded).toBe(true)
    expect(stated({ ...valid, topOrigin: 'https://evil.example' })?.isEmbedded).toBe(true)
  })

  test.for([null, [], 'text', { ...valid, origin: 1 }, { type: 'webauthn.get' }])('is refused: %j', (value) => {
    expect(stated(value)).toBeUndefined()
  })

  test('is read from base64url only', () => {
    expect([...bytesOf('-_8')!]).toEqual([0xfb, 0xff])
    for (const text of ['+/8', '****', 'a']) expect(bytesOf(text)).toBeUndefined()
  })
})

describe('a signature', () => {
  const expected = { origin: 'https://acme.example.com', rp_id: 'acme.example.com', needsVerifiedUser: true }
  const options = { challenge: 'abc', user: { id: 'user' } }

  async function passkeyOf(device: Authenticator) {
    const { id, response } = device.registers(options)
    const made = acceptedRegistration({ id, ...response }, expected)!
    return { ...made, passkey_id: 1, user_id: 1, name: '', transports: [], created_at: 0, used_at: null }
  }

  test.for(['-7', '-8', '-257'] as const)('of the algorithm %s counts, and not after any change', async (algorithm) => {
    const device = await Authenticator.at(expected.origin, algorithm)
    const passkey = await passkeyOf(device)
    const { id, response } = await device.signs(options)
    const accepted = (changed: Partial<typeof response>) =>
      acceptedAssertion({ id, ...response, ...changed }, passkey, expected)
    expect(accepted({})).toEqual({ sign_count: 0, is_backed_up: false })
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const bytes = bytesOf(response[name])!
      for (const at of [0, bytes.length - 1]) {
        const changed = Uint8Array.from(bytes)
        changed[at]! ^= 1
        expect(accepted({ [name]: Buffer.from(changed).toString('base64url') }), `${name} at ${at}`).toBeUndefined()
      }
      expect(accepted({ [name]: '' }), `no ${name}`).toBeUndefined()
      expect(accepted({ [name]: '*' }), `malformed ${name}`).toBeUndefined()
    }
  })

  test('of another device does not count', async () => {
    const [one, other] = [await Authenticator.at(expected.origin), await Authenticator.at(expected.origin)]
    const passkey = await passkeyOf(one)
    const { response } = await other.signs(options)
    expect(acceptedAssertion({ id: passkey.credential_id, ...response }, passkey, expected)).toBeUndefined()
  })
})

describe('the data of an authenticator', () => {
  const head = (flags: number) => [...new Uint8Array(32), flags, 0, 0, 1, 0]

  test('may end with extensions, and with nothing else', () => {
    expect(readAuthenticatorData(Uint8Array.from(head(5)))).toMatchObject({ isUserVerified: true, sign_count: 256 })
    expect(readAuthenticatorData(Uint8Array.from([...head(129), 0xa0]))).toMatchObject({ isUserPresent: true })
    for (const bytes of [head(5).slice(1), [...head(5), 0], head(129), [...head(129), 0xa0, 0], head(65)])
      expect(() => readAuthenticatorData(Uint8Array.from(bytes))).toThrow(MalformedCbor)
  })

  test('of a new passkey has an id of 1 to 1023 bytes', () => {
    for (const length of [0, 1024, 500])
      expect(() =>
        readAuthenticatorData(Uint8Array.from([...head(65), ...new Uint8Array(16), length >> 8, length & 255, 1])),
      ).toThrow(MalformedCbor)
  })
})
