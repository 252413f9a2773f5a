import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bsonDocuments, readBson } from '../conversion/bson'
import { Failure } from '../conversion/failure'
import { jsonItems } from '../conversion/json-items'
import { linesIn } from '../conversion/lines'
import type { Archive } from '../conversion/storage'
import { readTar } from '../conversion/tar'
import { readZip } from '../conversion/zip'
import { leastMs, millisecondsOf } from './support/cpu'
import { exportedFunctions } from './support/declared-functions'
import { HOSTILE_VALUES } from './support/hostile-repetitions'

// The readers of archives take at most 0.1 seconds of CPU for 100 kB, whatever they contain.

const [CHUNK, BYTES, MAX_MS, TRIES] = [512, 100_000, 200, 3]
const encoder = new TextEncoder()

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.slice(at, at + CHUNK)
}

const archiveOf = (bytes: Uint8Array, name: string): Archive => ({
  name,
  size: bytes.length,
  read: (at, length) => Promise.resolve(bytes.slice(at, at + length)),
  stream: (from, to) => inChunks(bytes.subarray(from, to)),
})

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) void item
}

const storage = {
  inflate: () => {
    throw new Error('No file is opened')
  },
} as never

/** How each reader reads bytes. A new one needs a line. */
const READERS: Record<string, (bytes: Uint8Array) => Promise<unknown>> = {
  bsonDocuments: (bytes) => readAll(bsonDocuments(inChunks(bytes))),
  readBson: async (bytes) => readBson(bytes),
  jsonItems: (bytes) => readAll(jsonItems(inChunks(bytes))),
  linesIn: (bytes) => readAll(linesIn(inChunks(bytes))),
  readTar: (bytes) => readTar(archiveOf(bytes, 'export.tar'), storage),
  readZip: (bytes) => readZip(archiveOf(bytes, 'export.zip'), storage),
}
const NOT_READERS = ['isTar', 'removeUnpacked']

/** Bytes that have the form of a file up to its hostile part. */
const CONTENTS: Record<string, (text: string) => Uint8Array> = {
  'the text': (text) => encoder.encode(text),
  'a list of JSON': (text) => encoder.encode(`[${text}`),
  'a text of JSON': (text) => encoder.encode(`{"messages":["${text}`),
  'a document of BSON': (text) => bsonOf(encoder.encode(text)),
  'an extended header of tar': (text) =>
    joined(tarHeader('x', text.length), encoder.encode(text), new Uint8Array(1024)),
  'headers of tar': (text) => joined(...Array.from({ length: 150 }, () => tarHeader('0', 0, text.slice(0, 99)))),
  'a directory of ZIP': (text) => zipOf(encoder.encode(text)),
  'names in a directory of ZIP': (text) =>
    zipOf(joined(...Array.from({ length: 500 }, () => zipEntry(text.slice(0, 150))))),
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts))
}

/** Returns a document whose content may be anything. */
function bsonOf(content: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(4))
  head.setInt32(0, content.length + 5, true)
  return joined(new Uint8Array(head.buffer), content, new Uint8Array(1))
}

function tarHeader(type: string, size: number, name = 'a'): Uint8Array {
  const header = new Uint8Array(512)
  header.set(encoder.encode(name).subarray(0, 100))
  header.set(encoder.encode(size.toString(8).padStart(11, '0')), 124)
  header.set(encoder.encode(type), 156)
  header.set(encoder.encode('ustar'), 257)
  header.set(encoder.encode(' '.repeat(8)), 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.set(encoder.encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
  return header
}

function zipEntry(text: string): Uint8Array {
  const name = encoder.encode(text)
  const entry = new DataView(new ArrayBuffer(46))
  entry.setUint32(0, 0x02014b50, true)
  entry.setUint16(28, name.length, true)
  return joined(new Uint8Array(entry.buffer), name)
}

/** Returns a ZIP archive whose directory may be anything. */
function zipOf(directory: Uint8Array): Uint8Array {
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(10, 1000, true)
  end.setUint32(12, directory.length, true)
  return joined(directory, new Uint8Array(end.buffer))
}

/** More units, of bytes that these formats have. */
const UNITS = [
  'PK\x05\x06',
  'PK\x01\x02',
  '9 path=a\n',
  '\x03a\0',
  '\x02a\0\x01\0\0\0\0',
  '\x04\0',
  '\0',
  '\x7f',
  '{"a":',
  '[',
]
const TEXTS = [
  ...HOSTILE_VALUES,
  ...UNITS.map((unit) => ({ name: JSON.stringify(unit), text: (length: number) => unit.repeat(length / unit.length) })),
]

/** A refusal is an answer. */
const withoutRefusal = (read: () => Promise<unknown>) =>
  read().catch((error: unknown) => {
    if (!(error instanceof Failure) && !(error instanceof Error && error.constructor === Error)) throw error
  })

test('READERS has each reader of an archive', () => {
  const names = ['bson', 'json-items', 'lines', 'tar', 'zip'].flatMap((file) =>
    exportedFunctions(join(import.meta.dirname, `../conversion/${file}.ts`)).map(({ name }) => name),
  )
  expect([...new Set(names)].toSorted()).toEqual([...Object.keys(READERS), ...NOT_READERS].toSorted())
})

test.each(Object.entries(READERS))('%s reads any bytes in linear time', async (_, read) => {
  const slow: string[] = []
  for (const [what, write] of Object.entries(CONTENTS))
    for (const { name, text } of TEXTS) {
      const bytes = write(text(BYTES))
      const best = await leastMs(() => millisecondsOf(() => withoutRefusal(() => read(bytes))), MAX_MS, TRIES)
      if (best > MAX_MS) slow.push(`${what}: ${name}: ${best.toFixed(0)} ms`)
    }
  expect(slow).toEqual([])
})
