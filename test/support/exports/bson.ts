/** Writes the BSON of texts, bytes, numbers, times, lists, objects and null. */
export function bson(value: Record<string, unknown>): Buffer {
  const fields = Object.entries(value).map(([name, field]) => {
    const head = (type: number) => Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`)])
    if (typeof field === 'string') {
      const length = Buffer.alloc(4)
      length.writeInt32LE(Buffer.byteLength(field) + 1)
      return Buffer.concat([head(2), length, Buffer.from(`${field}\0`)])
    }
    if (field === null) return head(10)
    const number = Buffer.alloc(8)
    if (field instanceof Uint8Array) {
      const length = Buffer.alloc(5)
      length.writeInt32LE(field.length)
      return Buffer.concat([head(5), length, field])
    }
    if (field instanceof Date) {
      // A time that no calendar has is stored as the largest number.
      number.writeBigInt64LE(Number.isNaN(field.getTime()) ? 2n ** 63n - 1n : BigInt(field.getTime()))
      return Buffer.concat([head(9), number])
    }
    if (typeof field === 'number') {
      number.writeDoubleLE(field)
      return Buffer.concat([head(1), number])
    }
    if (typeof field === 'boolean') return Buffer.concat([head(8), Buffer.from([field ? 1 : 0])])
    return Buffer.concat([head(Array.isArray(field) ? 4 : 3), bson(Object.fromEntries(Object.entries(field ?? {})))])
  })
  const body = Buffer.concat([...fields, Buffer.from([0])])
  const length = Buffer.alloc(4)
  length.writeInt32LE(body.length + 4)
  return Buffer.concat([length, body])
}
