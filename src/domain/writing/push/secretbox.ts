import { randomBytes } from 'node:crypto'

// The names are those of NaCl: `crypto_secretbox`, which is XSalsa20 and Poly1305. The platform has neither.

const [NONCE_BYTES, TAG_BYTES, BLOCK_BYTES, POLY_KEY_BYTES] = [24, 16, 64, 32]

/** Returns the nonce, the tag and the ciphertext: `crypto_secretbox_easy` behind its nonce. `key` has 32 bytes. */
export function secretbox(key: Uint8Array, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, secretboxWith(key, nonce, new TextEncoder().encode(text))])
}

/** Exported for the example of NaCl. */
export function secretboxWith(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array {
  const padded = new Uint8Array(POLY_KEY_BYTES + plain.length)
  padded.set(plain, POLY_KEY_BYTES)
  const stream = xsalsa20(key, nonce, padded.length)
  const ciphertext = padded.map((byte, at) => byte ^ stream[at]!).subarray(POLY_KEY_BYTES)
  const sealed = new Uint8Array(TAG_BYTES + ciphertext.length)
  sealed.set(poly1305(stream.subarray(0, POLY_KEY_BYTES), ciphertext))
  sealed.set(ciphertext, TAG_BYTES)
  return sealed
}

function xsalsa20(key: Uint8Array, nonce: Uint8Array, length: number): Uint8Array {
  const mixed = rounds(stateOf(wordsOf(key), wordsOf(nonce.subarray(0, 16))))
  const subkey = Uint32Array.from([0, 5, 10, 15, 6, 7, 8, 9], (place) => mixed[place]!)
  const rest = wordsOf(nonce.subarray(16))
  const stream = new Uint8Array(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES)
  const view = new DataView(stream.buffer)
  for (let block = 0; block * BLOCK_BYTES < length; block++) {
    const state = stateOf(subkey, [rest[0]!, rest[1]!, block, 0])
    rounds(state).forEach((word, place) =>
      view.setUint32(block * BLOCK_BYTES + place * 4, (word + state[place]!) >>> 0, true),
    )
  }
  return stream
}

const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

const stateOf = (key: ArrayLike<number>, input: ArrayLike<number>): Uint32Array => {
  const [k, n] = [Array.from(key), Array.from(input)]
  return Uint32Array.from([SIGMA[0], ...k.slice(0, 4), SIGMA[1], ...n, SIGMA[2], ...k.slice(4), SIGMA[3]])
}

const QUARTERS = [
  [0, 4, 8, 12],
  [5, 9, 13, 1],
  [10, 14, 2, 6],
  [15, 3, 7, 11],
  [0, 1, 2, 3],
  [5, 6, 7, 4],
  [10, 11, 8, 9],
  [15, 12, 13, 14],
] as const

const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))

function rounds(state: Uint32Array): Uint32Array {
  const x = state.slice()
  for (let round = 0; round < 20; round += 2)
    for (const [a, b, c, d] of QUARTERS) {
      x[b]! ^= rotated((x[a]! + x[d]!) | 0, 7)
      x[c]! ^= rotated((x[b]! + x[a]!) | 0, 9)
      x[d]! ^= rotated((x[c]! + x[b]!) | 0, 13)
      x[a]! ^= rotated((x[d]! + x[c]!) | 0, 18)
    }
  return x
}

const PRIME = (1n << 130n) - 5n
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn

function poly1305(key: Uint8Array, message: Uint8Array): Uint8Array {
  const [r, s] = [numberOf(key.subarray(0, 16)) & CLAMP, numberOf(key.subarray(16))]
  let sum = 0n
  for (let at = 0; at < message.length; at += 16) {
    const block = message.subarray(at, at + 16)
    sum = ((sum + numberOf(block) + (1n << BigInt(8 * block.length))) * r) % PRIME
  }
  const tag = sum + s
  return Uint8Array.from({ length: TAG_BYTES }, (_, at) => Number((tag >> BigInt(8 * at)) & 255n))
}

/** Reads bytes as a number, the lowest first. */
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex') || '0'}`)

const wordsOf = (bytes: Uint8Array): number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: bytes.length / 4 }, (_, place) => view.getUint32(place * 4, true))
}
