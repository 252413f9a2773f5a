import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { describe, expect, test } from 'vitest'
import { seal, sealBytes } from '../../src/domain/writing/push/seal'

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

// RFC 9180, appendix A.1.1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode, sequence number 0.
const EXAMPLE = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  ephemeral_private: '52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736',
  ephemeral_public: '37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431',
  recipient: '3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
  plain: '4265617574792069732074727574682c20747275746820626561757479',
  aad: '436f756e742d30',
  sealed: 'f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a',
}

/** The beginning of every X25519 private key in the form that can be imported. */
const PKCS8 = '302e020100300506032b656e04220420'

const HPKE = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
})

const LONG = 'long '.repeat(800)

describe('seal', () => {
  test('returns the ciphertext of the test vector in RFC 9180', async () => {
    const privateKey = await crypto.subtle.importKey(
      'pkcs8',
      fromHex(PKCS8 + EXAMPLE.ephemeral_private),
      { name: 'X25519' },
      false,
      ['deriveBits'],
    )
    const publicKey = await crypto.subtle.importKey(
      'raw',
      fromHex(EXAMPLE.ephemeral_public),
      { name: 'X25519' },
      true,
      [],
    )
    const sealed = await sealBytes(fromHex(EXAMPLE.recipient), fromHex(EXAMPLE.plain), {
      ephemeral: { privateKey, publicKey },
      info: fromHex(EXAMPLE.info),
      aad: fromHex(EXAMPLE.aad),
    })
    expect(toHex(sealed)).toBe(EXAMPLE.ephemeral_public + EXAMPLE.sealed)
  })

  test.each([
    ['empty', ''],
    ['short', 'Pizza?'],
    ['not ASCII', '🍕'],
    ['long', LONG],
  ])('another implementation can open a sealed text: %s', async (_, text) => {
    const recipientKey = await HPKE.kem.generateKeyPair()
    const publicKey = new Uint8Array(await HPKE.kem.serializePublicKey(recipientKey.publicKey))
    const sealed = await seal(publicKey, text)
    const info = new TextEncoder().encode('push notification')
    const plain = await HPKE.open({ recipientKey, enc: sealed.slice(0, 32), info }, sealed.slice(32))
    expect(new TextDecoder().decode(plain)).toBe(text)
  })

  // With such a key, any observer could compute the shared secret.
  test.each([0, 1])('refuses the public key %i, which is of low order', async (first) => {
    const publicKey = new Uint8Array(32)
    publicKey[0] = first
    await expect(seal(publicKey, 'Pizza?')).rejects.toMatchObject({ name: 'OperationError' })
  })

  test('returns a different ciphertext for the same text each time', async () => {
    const key = fromHex(EXAMPLE.recipient)
    const [first, second] = [await seal(key, 'Pizza?'), await seal(key, 'Pizza?')]
    expect(toHex(first)).not.toBe(toHex(second))
    expect(first).toHaveLength(32 + 'Pizza?'.length + 16)
  })
})
