import type { BytesToRead } from './storage.ts'

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const longAt = (bytes: Uint8Array, at: number) => viewOf(bytes).getInt32(at, true)
const textIn = (bytes: Uint8Array, from: number, to: number) => decoder.decode(bytes.subarray(from, to))

/** A document of MongoDB has at most 16 MiB. */
const MAX_DOCUMENT_BYTES = 17 * 1024 * 1024
/** MongoDB stores no deeper ones. */
const MAX_DEPTH = 100

/**
 * Reads a file of BSON documents, as `mongodump` writes it, one document at a time. It knows the types that chat messages have:
 * https://bsonspec.org/spec.html
 */
export async function* bsonDocuments(chunks: BytesToRead) {
  let rest: Uint8Array = new Uint8Array(0)
  for await (const chunk of chunks) {
    rest = joined(rest, chunk)
    while (rest.length >= 4) {
      const length = longAt(rest, 0)
      if (length < 5 || length > MAX_DOCUMENT_BYTES) throw new Error('a document has no length')
      if (rest.length < length) break
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new Error('it breaks off')
}

function joined(first: Uint8Array, second: Uint8Array) {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Returns the value of a document. As with JSON, the caller says which fields it can have. */
export function readBson<Document>(bytes: Uint8Array): Document
export function readBson(bytes: Uint8Array): Record<string, unknown> {
  return readFields(bytes, 0, 0).value
}

/**
 * Reads the fields of a document that begins at `start`. They end where the document says, and values are inside of it: bytes
 * that several documents contain would be read twice for each of them.
 */
function readFields(bytes: Uint8Array, start: number, depth: number) {
  if (depth > MAX_DEPTH) throw new Error('a document has too many levels')
  const into: Record<string, unknown> = {}
  const end = start + lengthAt(bytes, start, 5) - 1
  const own = bytes.subarray(0, end)
  let at = start + 4
  while (at < end) {
    const nameEnd = own.indexOf(0, at + 1)
    if (nameEnd === -1) throw new Error('a name has no end')
    const name = textIn(own, at + 1, nameEnd)
    const { value, next } = readValue(own, nameEnd + 1, { type: own[at] ?? 0, depth })
    if (!(next > nameEnd && next <= end)) throw new Error('a value has no end')
    if (name !== '__proto__') into[name] = value
    at = next
  }
  if (bytes[end] !== 0) throw new Error('a document has no end')
  return { value: into, next: end + 1 }
}

/** Returns the length that is stored at this place. Throws if fewer bytes follow it. */
function lengthAt(bytes: Uint8Array, at: number, least: number) {
  const length = at + 4 <= bytes.length ? longAt(bytes, at) : -1
  if (length < least || at + length > bytes.length) throw new Error('a value has no length')
  return length
}

const text = (bytes: Uint8Array, at: number) => {
  const length = lengthAt(bytes, at, 1)
  return { value: textIn(bytes, at + 4, at + 3 + length), next: at + 4 + length }
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

type Reader = (bytes: Uint8Array, at: number, depth: number) => { value: unknown; next: number }

const READERS: Record<number, Reader> = {
  0x01: (bytes: Uint8Array, at: number) => ({ value: viewOf(bytes).getFloat64(at, true), next: at + 8 }),
  0x02: text,
  0x03: (bytes, at, depth) => readFields(bytes, at, depth + 1),
  0x04: (bytes, at, depth) => {
    const { value, next } = readFields(bytes, at, depth + 1)
    return { value: Object.values(value), next }
  },
  0x05: (bytes: Uint8Array, at: number) => {
    const length = lengthAt(bytes, at, 0)
    return { value: bytes.subarray(at + 5, at + 5 + length), next: at + 5 + length }
  },
  0x06: (_, at: number) => ({ value: undefined, next: at }),
  0x07: (bytes: Uint8Array, at: number) => ({ value: hexOf(bytes.subarray(at, at + 12)), next: at + 12 }),
  0x08: (bytes: Uint8Array, at: number) => ({ value: bytes[at] === 1, next: at + 1 }),
  0x09: (bytes: Uint8Array, at: number) => ({
    value: new Date(Number(viewOf(bytes).getBigInt64(at, true))),
    next: at + 8,
  }),
  0x0a: (_, at: number) => ({ value: null, next: at }),
  0x0b: (bytes: Uint8Array, at: number) => {
    const pattern = bytes.indexOf(0, at)
    const options = bytes.indexOf(0, pattern + 1)
    if (pattern === -1 || options === -1) throw new Error('a pattern has no end')
    return { value: textIn(bytes, at, pattern), next: options + 1 }
  },
  0x0d: text,
  0x0e: text,
  0x10: (bytes: Uint8Array, at: number) => ({ value: longAt(bytes, at), next: at + 4 }),
  0x11: (bytes: Uint8Array, at: number) => ({ value: Number(viewOf(bytes).getBigUint64(at, true)), next: at + 8 }),
  0x12: (bytes: Uint8Array, at: number) => ({ value: Number(viewOf(bytes).getBigInt64(at, true)), next: at + 8 }),
  0x13: (_, at: number) => ({ value: undefined, next: at + 16 }),
  0xff: (_, at: number) => ({ value: undefined, next: at }),
  0x7f: (_, at: number) => ({ value: undefined, next: at }),
}

function readValue(bytes: Uint8Array, at: number, { type, depth }: { type: number; depth: number }) {
  const read = READERS[type]
  if (read === undefined) throw new Error(`the BSON type ${type} is unknown`)
  return read(bytes, at, depth)
}
