/**
 * Reads a file of BSON documents, as `mongodump` writes it, one document at a time. It knows the types that chat messages have:
 * https://bsonspec.org/spec.html
 */
export async function* bsonDocuments(chunks) {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0)
      if (length < 5) throw new Error('a document has no length')
      if (rest.length < length) break
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
  }
}

/** Returns the value of a document. */
export function readBson(bytes) {
  return readFields(bytes, 0, {}).value
}

function readFields(bytes, start, into) {
  const end = start + bytes.readInt32LE(start)
  let at = start + 4
  while (bytes[at] !== 0) {
    const type = bytes[at]
    const nameEnd = bytes.indexOf(0, at + 1)
    const name = bytes.toString('utf8', at + 1, nameEnd)
    const { value, next } = readValue(bytes, type, nameEnd + 1)
    if (name !== '__proto__') into[name] = value
    at = next
  }
  return { value: into, next: end }
}

const text = (bytes, at) => {
  const length = bytes.readInt32LE(at)
  return { value: bytes.toString('utf8', at + 4, at + 3 + length), next: at + 4 + length }
}

const READERS = {
  0x01: (bytes, at) => ({ value: bytes.readDoubleLE(at), next: at + 8 }),
  0x02: text,
  0x03: (bytes, at) => readFields(bytes, at, {}),
  0x04: (bytes, at) => {
    const { value, next } = readFields(bytes, at, {})
    return { value: Object.values(value), next }
  },
  0x05: (bytes, at) => {
    const length = bytes.readInt32LE(at)
    return { value: bytes.subarray(at + 5, at + 5 + length), next: at + 5 + length }
  },
  0x06: (_, at) => ({ value: undefined, next: at }),
  0x07: (bytes, at) => ({ value: bytes.toString('hex', at, at + 12), next: at + 12 }),
  0x08: (bytes, at) => ({ value: bytes[at] === 1, next: at + 1 }),
  0x09: (bytes, at) => ({ value: new Date(Number(bytes.readBigInt64LE(at))), next: at + 8 }),
  0x0a: (_, at) => ({ value: null, next: at }),
  0x0b: (bytes, at) => {
    const pattern = bytes.indexOf(0, at)
    const options = bytes.indexOf(0, pattern + 1)
    return { value: bytes.toString('utf8', at, pattern), next: options + 1 }
  },
  0x0d: text,
  0x0e: text,
  0x10: (bytes, at) => ({ value: bytes.readInt32LE(at), next: at + 4 }),
  0x11: (bytes, at) => ({ value: Number(bytes.readBigUInt64LE(at)), next: at + 8 }),
  0x12: (bytes, at) => ({ value: Number(bytes.readBigInt64LE(at)), next: at + 8 }),
  0x13: (_, at) => ({ value: undefined, next: at + 16 }),
  0xff: (_, at) => ({ value: undefined, next: at }),
  0x7f: (_, at) => ({ value: undefined, next: at }),
}

function readValue(bytes, type, at) {
  const read = READERS[type]
  if (read === undefined) throw new Error(`the BSON type ${type} is unknown`)
  return read(bytes, at)
}
