import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, encryptionKeyOf, type EncryptionKey } from '../../src/store/encryption'

const KEY = encryptionKeyOf('an encryption secret of many characters')
const OTHER = encryptionKeyOf('another encryption secret of this length')

function decrypts(key: EncryptionKey, context: string, value: Uint8Array): boolean {
  try {
    return decrypt(key, context, value) === 'secret'
  } catch {
    return false
  }
}

describe('an encrypted value', () => {
  test('decrypts with its key and its context', () => {
    for (const text of ['', 'secret', 'ünï😀', 'x'.repeat(10_000)])
      expect(decrypt(KEY, 'realm: totp 7', encrypt(KEY, 'realm: totp 7', text))).toBe(text)
  })

  test('differs each time', () => {
    expect(encrypt(KEY, 'a', 'secret')).not.toEqual(encrypt(KEY, 'a', 'secret'))
  })

  test('does not decrypt with another key or context, shortened, or changed in any byte', () => {
    const value = encrypt(KEY, 'realm: totp 7', 'secret')
    expect(decrypts(KEY, 'realm: totp 7', value)).toBe(true)
    expect(decrypts(OTHER, 'realm: totp 7', value)).toBe(false)
    expect(decrypts(KEY, 'realm: totp 8', value)).toBe(false)
    for (let length = 0; length < value.length; length++)
      expect(decrypts(KEY, 'realm: totp 7', value.subarray(0, length))).toBe(false)
    for (let index = 0; index < value.length; index++)
      expect(decrypts(KEY, 'realm: totp 7', value.with(index, value[index]! ^ 1))).toBe(false)
  })
})

describe('the name of a key', () => {
  test('depends on the secret, and is not part of the key', () => {
    expect(KEY.key_name).toMatch(/^[0-9a-f]{16}$/)
    expect(encryptionKeyOf('an encryption secret of many characters')).toEqual(KEY)
    expect(OTHER.key_name).not.toBe(KEY.key_name)
    expect(Buffer.from(KEY.key).toString('hex')).not.toContain(KEY.key_name)
  })
})
