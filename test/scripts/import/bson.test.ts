import { Binary, BSONSymbol, Code, Decimal128, Long, MaxKey, MinKey, ObjectId, serialize } from 'bson'
import { describe, expect, test } from 'vitest'
import { bsonDocuments, readBson } from '../../../conversion/bson.ts'
import { bson } from '../../support/exports/bson'
import { converted, exportFolder } from './exports'

const document = {
  _id: 'm1',
  msg: 'Hello',
  n: 3,
  list: ['a', { b: true }],
  data: new Uint8Array([1, 2]),
  ts: new Date(5),
}

/** Returns a document whose 32 bits at each place in turn are this number. */
function* withNumber(number: number): Generator<Uint8Array> {
  const bytes = bson(document)
  for (let at = 4; at + 4 < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeInt32LE(number, at)
    yield changed
  }
}

describe('a document of BSON', () => {
  test('has its values', () => {
    expect(readBson(bson(document))).toEqual({ ...document, data: expect.anything() })
  })

  test('has the values of all types that the library of MongoDB writes', () => {
    const _id = new ObjectId()
    const written = serialize({
      _id,
      text: 'Hello 😀',
      number: 1.5,
      long: Long.fromNumber(2 ** 40),
      none: null,
      isRead: true,
      pattern: /a+/i,
      code: new Code('x'),
      symbol: new BSONSymbol('s'),
      least: new MinKey(),
      most: new MaxKey(),
      decimal: Decimal128.fromString('1.5'),
      data: new Binary(new Uint8Array([1, 2, 3])),
      nested: { list: [{ at: new Date(5) }] },
    })
    expect(readBson(written)).toEqual({
      _id: _id.toHexString(),
      text: 'Hello 😀',
      number: 1.5,
      long: 2 ** 40,
      none: null,
      isRead: true,
      pattern: 'a+',
      code: 'x',
      symbol: 's',
      data: Buffer.from([1, 2, 3]),
      nested: { list: [{ at: new Date(5) }] },
    })
  })

  test('with more levels than MongoDB stores is refused', () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) })
    expect(readBson(serialize(nested(100)))).toEqual(nested(100))
    expect(() => readBson(serialize(nested(101)))).toThrow('a document has too many levels')
    expect(() => readBson(serialize(nested(3000)))).toThrow('a document has too many levels')
  })

  test.each([-1, -(2 ** 31), 2 ** 31 - 1, 0, 4, 1000])(
    'with a length of %d anywhere ends, in values or in an error',
    (number) => {
      const outcomes = [...withNumber(number)].map((bytes) => {
        try {
          return typeof readBson(bytes)
        } catch (error) {
          return error instanceof Error && !(error instanceof TypeError) ? 'refused' : error
        }
      })
      expect([...new Set(outcomes)].filter((outcome) => outcome !== 'object' && outcome !== 'refused')).toEqual([])
    },
  )

  test('whose documents contain the same bytes is refused: each would double the time of reading', () => {
    const depth = 60
    const nested = Buffer.from(`03 61 00 04 00 00 00`.repeat(depth).replaceAll(' ', ''), 'hex')
    const head = Buffer.alloc(4)
    head.writeInt32LE(4 + nested.length + 1)
    expect(() => readBson(Buffer.concat([head, nested, Buffer.from([0])]))).toThrow('a value has no length')
  })

  test.each([4, 0, -8, 2 ** 31 - 1])('of a stream that begins with a length of %d is refused', async (length) => {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32LE(length)
    await expect(bsonDocuments([bytes]).next()).rejects.toThrow('a document has no length')
  })
})

describe('a dump of Rocket.Chat with numbers that are none', () => {
  test('keeps the messages that have a time, and the files that have all chunks', async () => {
    const sent = (_id: string, ts: Date) => ({ _id, rid: 'r1', msg: _id, ts, u: { _id: 'u1', username: 'ada' } })
    const upload = (length: number, n: number) => ({
      'uploads.files.bson': bson({ _id: 'f1', chunkSize: 4, length }),
      'uploads.chunks.bson': bson({ files_id: 'f1', n, data: new Uint8Array(4) }),
    })
    const files = (length: number, n: number) =>
      Object.fromEntries(Object.entries(upload(length, n)).map(([name, bytes]) => [`rocketchat_${name}`, bytes]))
    for (const [length, n, missing] of [
      [4, 0, 0],
      [2 ** 33, 2 ** 31 - 1, 1],
      [Number.NaN, 0, 1],
      [4, -1, 1],
    ] as const) {
      const { rows, report } = await converted(
        exportFolder({
          ...files(length, n),
          'users.bson': bson({ _id: 'u1', username: 'ada', name: 'Ada', createdAt: new Date(Number.NaN) }),
          'rocketchat_room.bson': bson({ _id: 'r1', t: 'c', name: 'general', usernames: ['ada'] }),
          'rocketchat_uploads.bson': bson({ _id: 'f1', name: 'a.txt' }),
          'rocketchat_message.bson': Buffer.concat([
            bson({ ...sent('m1', new Date(1.6e12)), file: { _id: 'f1' } }),
            bson(sent('m2', new Date(8.64e15))),
            bson(sent('m3', new Date(-1))),
          ]),
        }),
      )
      expect(rows('messages').map(({ content }) => String(content).split('\n')[0])).toEqual(['m1'])
      expect(report.skipped['the row cannot be read']).toMatchObject({ number: 2 })
      expect(report.skipped['a file is missing in the export']?.number ?? 0, `${length} ${n}`).toBe(missing)
    }
  })
})
