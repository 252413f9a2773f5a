import { describe, expect, test, vi } from 'vitest'
import { randomKey } from '../../src/store/random-key'
import { newKeyPair, randomBetween, randomBytes, randomUuid } from '../../src/store/randomness'

describe('randomness', () => {
  test('random bytes have the length that was asked for, and are not the same twice', () => {
    expect(randomBytes(24)).toHaveLength(24)
    expect(randomBytes(24)).not.toEqual(randomBytes(24))
    expect(randomUuid()).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })

  test('a number between two others reaches all of the range, except the end', () => {
    const numbers = Array.from({ length: 2000 }, () => randomBetween(45, 55))

    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(45)
    expect(Math.min(...numbers)).toBeLessThan(46)
    expect(Math.max(...numbers)).toBeLessThan(55)
    expect(Math.max(...numbers)).toBeGreaterThan(54)
  })

  test('two pairs of keys agree on a secret, and a private key cannot be read', async () => {
    const X25519 = { name: 'X25519' } as const
    const [one, other] = [await newKeyPair(X25519), await newKeyPair(X25519)]
    const secretOf = (own: CryptoKey, peer: CryptoKey) =>
      crypto.subtle
        .deriveBits(Object.assign({}, X25519, { public: peer }), own, 256)
        .then((bits) => new Uint8Array(bits))

    expect(await secretOf(one.privateKey, other.publicKey)).toEqual(await secretOf(other.privateKey, one.publicKey))
    await expect(crypto.subtle.exportKey('jwk', one.privateKey)).rejects.toThrow('key is not extractable')
  })

  test('a seeded source repeats keys, bytes and numbers', () => {
    const drawn = () => [randomKey(43), randomBytes(16), randomBetween(0, 1)]
    const seeded = (first: number) => {
      let state = first
      return vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
        if (!ArrayBuffer.isView(array)) throw new Error('Only views are filled')
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
        for (const at of bytes.keys()) bytes[at] = (state = (state * 1103515245 + 12345) % 2 ** 31) >> 16
        return array
      })
    }
    const runs = [7, 7, 8].map((seed) => {
      const spy = seeded(seed)
      const values = drawn()
      spy.mockRestore()
      return values
    })

    expect(runs[0]).toEqual(runs[1])
    expect(runs[0]).not.toEqual(runs[2])
  })
})
