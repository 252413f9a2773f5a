import { expect, test, vi } from 'vitest'
import { deliver, deliveryOf } from '../../src/domain/people/push-browsers/deliver'
import { encryptFor, encryptWith, MAX_TEXT_BYTES } from '../../src/domain/people/push-browsers/encrypt'

const P256 = { name: 'ECDH', namedCurve: 'P-256' }

// RFC 8291, section 5.
const BROWSER = {
  public_key: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth_secret: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const SENDER = {
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}
const SALT = 'DGv6ra1nlYgDCS1FRnbzlw'
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

async function senderKeys(): Promise<CryptoKeyPair> {
  const point = bytes(SENDER.publicKey)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => Buffer.from(part).toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: SENDER.privateKey }
  return {
    publicKey: await crypto.subtle.importKey('raw', point, P256, true, []),
    privateKey: await crypto.subtle.importKey('jwk', jwk, P256, false, ['deriveBits']),
  }
}

test('the example of RFC 8291 is encrypted byte for byte', async () => {
  const record = new Uint8Array([...new TextEncoder().encode('When I grow up, I want to be a watermelon'), 2])
  const body = await encryptWith(BROWSER, record, { keys: await senderKeys(), salt: bytes(SALT) })
  expect(Buffer.from(body).toString('base64url')).toBe(BODY)
})

test('texts of different lengths have the same length when encrypted, and a text that is too long is refused', async () => {
  const lengthOf = async (characters: number) => (await encryptFor(BROWSER, 'x'.repeat(characters))).length
  expect(await lengthOf(10)).toBe(await lengthOf(500))
  expect(await lengthOf(MAX_TEXT_BYTES)).toBe(4096)
  await expect(lengthOf(MAX_TEXT_BYTES + 1)).rejects.toThrow('too long')
})

test('a key that is no point of the curve is refused', async () => {
  const public_key = Buffer.from([4, ...Array.from({ length: 64 }, () => 1)]).toString('base64url')
  await expect(encryptFor({ ...BROWSER, public_key }, 'x')).rejects.toThrow(/key|point|curve|data/i)
})

test('a push service that the operator removed from the list receives nothing', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 201 }))
  const [public_key, private_key] = [SENDER.publicKey, SENDER.privateKey]
  const outside = { allows_private: false, own_hosts: [], disabled: new Set<string>(), sendBeside: undefined }
  const browser = { session_id: 1, user_id: 1, endpoint: 'https://push.example.net/to/x', ...BROWSER }
  const notification = { text: 'x', urgency: 'high', topic: 'x', seconds: 60 } as const
  const delivered = (push_services: string[]) =>
    deliver(
      {
        config: { push_keys: { public_key, private_key }, push_services, outside },
        realm_url: 'https://x.test',
        now: 0,
      },
      browser,
      notification,
    )
  expect(await delivered(['push.example.net'])).toEqual({ outcome: 'accepted' })
  expect(await delivered([])).toEqual({ outcome: 'gone' })
  expect(fetch).toHaveBeenCalledTimes(1)
  fetch.mockRestore()
})

test.for([
  [201, 'accepted'],
  [404, 'gone'],
  [410, 'gone'],
  [307, 'refused'],
  [400, 'refused'],
  [413, 'refused'],
  [429, 'later'],
  [503, 'later'],
] as const)('the status %i means that the notification was %s', ([status, outcome]) => {
  const headers = new Headers({ 'retry-after': '7' })
  const pauses = status === 429 ? 'address' : 'service'
  const delivery = outcome === 'later' ? { outcome, seconds: 7, pauses } : { outcome }
  expect(deliveryOf({ status, headers }, 0)).toEqual(delivery)
})
