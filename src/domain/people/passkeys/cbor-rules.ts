import { strictUtf8 } from '../../../api/utf8'

/** The part of CBOR (RFC 8949) that authenticators use: integers, bytes, texts, booleans, arrays and maps with a length. */
export type Cbor = number | boolean | null | string | Uint8Array | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>

export class MalformedCbor extends Error {}

type Cursor = { bytes: Uint8Array; at: number }

/** Returns the first value in the bytes, and the place after it. Throws `MalformedCbor`. */
export function readCbor(bytes: Uint8Array, at = 0): { value: Cbor; end: number } {
  const cursor = { bytes, at }
  const value = readValue(cursor, MAX_DEPTH)
  return { value, end: cursor.at }
}

/** Returns the only value in the bytes. Throws `MalformedCbor`, also if other bytes follow it. */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const { value, end } = readCbor(bytes)
  if (end !== bytes.length) throw new MalformedCbor('Bytes follow the value')
  return value
}

const MAX_DEPTH = 6
/** In a statement with certificates there are few items, and each item takes a byte at least. */
const MAX_ITEMS = 64

function readValue(cursor: Cursor, depth: number): Cbor {
  if (depth === 0) throw new MalformedCbor('Too deep')
  const [head = 0] = take(cursor, 1)
  const kind = head >> 5
  if (kind === 7) return readSimple(head & 31)
  const argument = readArgument(cursor, head & 31)
  if (kind === 0) return argument
  if (kind === 1) return -1 - argument
  if (kind === 2) return take(cursor, argument)
  if (kind === 3) return textOf(take(cursor, argument))
  if (kind === 4) return Array.from({ length: countOf(argument) }, () => readValue(cursor, depth - 1))
  if (kind === 5) return readMap(cursor, countOf(argument), depth - 1)
  throw new MalformedCbor('A tag')
}

function readMap(cursor: Cursor, count: number, depth: number): ReadonlyMap<Cbor, Cbor> {
  const map = new Map<Cbor, Cbor>()
  for (let item = 0; item < count; item++) {
    const key = readValue(cursor, depth)
    if (typeof key === 'object' || map.has(key)) throw new MalformedCbor('A key that is no name, or twice')
    map.set(key, readValue(cursor, depth))
  }
  return map
}

function readSimple(value: number): boolean | null {
  if (value === 20 || value === 21) return value === 21
  if (value === 22) return null
  throw new MalformedCbor('A number with a point, or an undefined value')
}

/** Returns the number that follows a head: a value, a length or a count. Not more than 32 bits: no length here needs more. */
function readArgument(cursor: Cursor, short: number): number {
  if (short < 24) return short
  const size = [1, 2, 4][short - 24]
  if (size === undefined) throw new MalformedCbor('A number that is too large, or no length')
  return take(cursor, size).reduce((number, byte) => number * 256 + byte, 0)
}

function take(cursor: Cursor, count: number): Uint8Array {
  const { bytes, at } = cursor
  if (count > bytes.length - at) throw new MalformedCbor('The bytes end too early')
  cursor.at += count
  return bytes.subarray(at, at + count)
}

function countOf(argument: number): number {
  if (argument > MAX_ITEMS) throw new MalformedCbor('Too many items')
  return argument
}

function textOf(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw new MalformedCbor('No UTF-8')
  }
}
