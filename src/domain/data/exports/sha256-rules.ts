/**
 * A SHA-256 that can be stored and continued: the hashes of the platform cannot. A batch of an export has time for a part of a
 * large file only.
 */
export type Sha256State = {
  words: readonly number[]
  /** The bytes after the last whole block. */
  rest: readonly number[]
  bytes: number
}

const BLOCK_BYTES = 64

const PRIMES = Array.from({ length: 311 }, (_, index) => index + 2).filter((number) =>
  Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor !== 0),
)

/** The standard takes its constants from the fractions of roots of primes. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0

const CONSTANTS = Int32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))
const FIRST_WORDS = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

export const FIRST_STATE: Sha256State = { words: FIRST_WORDS, rest: [], bytes: 0 }

/** Adds bytes. A batch calls it for many chunks, so whole blocks are read where they are. */
export function addBytes(state: Sha256State, chunk: Uint8Array): Sha256State {
  const words = Int32Array.from(state.words)
  const rest = Uint8Array.from(state.rest)
  let at = 0
  let left = rest
  if (rest.length > 0) {
    at = Math.min(BLOCK_BYTES - rest.length, chunk.length)
    left = joined(rest, chunk.subarray(0, at))
    if (left.length === BLOCK_BYTES) {
      addBlocks(words, left, 0, BLOCK_BYTES)
      left = new Uint8Array()
    }
  }
  const end = at + Math.floor((chunk.length - at) / BLOCK_BYTES) * BLOCK_BYTES
  addBlocks(words, chunk, at, end)
  return { words: [...words], rest: [...left, ...chunk.subarray(end)], bytes: state.bytes + chunk.length }
}

/** Returns the checksum of all bytes, in hexadecimal. */
export function finish({ words: before, rest, bytes }: Sha256State): string {
  const words = Int32Array.from(before)
  const padded = new Uint8Array(rest.length + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES)
  padded.set(rest)
  padded[rest.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes) * 8n)
  addBlocks(words, padded, 0, padded.length)
  return Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

const schedule = new Int32Array(64)

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function addBlocks(words: Int32Array, bytes: Uint8Array, from: number, to: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = from; at < to; at += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(at + 4 * i)
    addBlock(words)
  }
}

function addBlock(words: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const early = schedule[i - 15]!
    const late = schedule[i - 2]!
    const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    schedule[i] = (schedule[i - 16]! + s0 + schedule[i - 7]! + s1) | 0
  }
  let [a, b, c, d] = [words[0]!, words[1]!, words[2]!, words[3]!]
  let [e, f, g, h] = [words[4]!, words[5]!, words[6]!, words[7]!]
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + schedule[i]!) | 0
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  words[0]! += a
  words[1]! += b
  words[2]! += c
  words[3]! += d
  words[4]! += e
  words[5]! += f
  words[6]! += g
  words[7]! += h
}
