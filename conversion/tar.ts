import { requireCount, requireInside, requireTotalSize } from './archive-limits.ts'
import { Failure, messageOf } from './failure.ts'
import type { Archive, Bytes, SourceFile, Storage } from './storage.ts'

const BLOCK = 512
const [FILE, OLD_FILE, EXTENDED, LONG_NAME] = ['0', '\0', 'x', 'L']
/** An extended header has a name and a few numbers. */
const MAX_EXTENDED_BYTES = 1024 * 1024
const UNPACKED = 'unpacked.tar'

const decoder = new TextDecoder()

export const isTar = (name: string) => /\.(?:tar|tar\.gz|tgz)$/.test(name)

/**
 * Returns the files of a tar archive by name. A compressed archive is unpacked once into a file of the storage, because files are
 * read in another order than the archive has them.
 */
export async function readTar(archive: Archive, storage: Storage) {
  if (archive.name.endsWith('.tar')) return entriesOf(archive)
  try {
    await storage.write(UNPACKED, unpacked(archive, storage))
  } catch (error) {
    await storage.remove(UNPACKED)
    if (error instanceof Failure) throw error
    throw new Failure(`${archive.name} cannot be unpacked: ${messageOf(error)}`, 'broken')
  }
  return entriesOf(storage.archive(UNPACKED))
}

async function* unpacked(archive: Archive, { gunzip }: Storage) {
  let size = 0
  for await (const chunk of gunzip(archive.stream(0, archive.size))) {
    size += chunk.length
    requireTotalSize(archive.name, { size, packed: archive.size })
    yield chunk
  }
}

/** Deletes what `readTar` unpacked. */
export const removeUnpacked = (storage: Storage) => storage.remove(UNPACKED)

async function entriesOf(archive: Archive) {
  const files = new Map<string, SourceFile>()
  let extended: Records = {}
  for (let at = 0; at + BLOCK <= archive.size;) {
    const header = await archive.read(at, BLOCK)
    if (header[0] === 0) return files
    const { type, ...stored } = headerOf(header, archive.name)
    const size = extended.size === undefined ? stored.size : numberIn(extended.size, 10)
    const begin = at + BLOCK
    if (size === undefined) throw broken(archive.name)
    if (begin + size > archive.size) throw new Failure(`${archive.name} is not complete.`, 'broken')
    if (type === EXTENDED || type === LONG_NAME) {
      if (size > MAX_EXTENDED_BYTES) throw broken(archive.name)
      const bytes = await archive.read(begin, size)
      extended = type === EXTENDED ? recordsOf(bytes, archive.name) : { path: textIn(bytes, 0, size) }
    } else {
      const name = (extended.path ?? stored.name).replace(/^\.\//, '')
      requireInside(archive.name, name)
      if (type === FILE || type === OLD_FILE) files.set(name, { size, open: () => archive.stream(begin, begin + size) })
      requireCount(archive.name, files.size)
      extended = {}
    }
    at = begin + Math.ceil(size / BLOCK) * BLOCK
  }
  // The end is an empty block.
  throw new Failure(`${archive.name} is not complete.`, 'broken')
}

const broken = (name: string) => new Failure(`${name} is a broken tar archive.`, 'broken')

/** Returns a number of digits alone, or undefined: a size with a sign would lead back to the same header. */
function numberIn(text: string, base: 8 | 10) {
  const digits = text.trim()
  const number = (base === 8 ? /^[0-7]*$/ : /^\d+$/).test(digits) ? Number.parseInt(digits || '0', base) : undefined
  return Number.isSafeInteger(number) ? number : undefined
}

const textIn = (bytes: Bytes, from: number, length: number) =>
  decoder.decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, '')

function headerOf(header: Bytes, archive: string) {
  const text = (from: number, length: number) => textIn(header, from, length)
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0)
  if (numberIn(text(148, 8), 8) !== sum) throw new Failure(`${archive} is no tar archive.`, 'broken')
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: sizeIn(header),
    type: String.fromCharCode(header[156] ?? 0),
  }
}

/** A size is octal digits, or a number of 95 bits after a first bit that is set. */
function sizeIn(header: Bytes) {
  const first = header[124] ?? 0
  if ((first & 0x80) === 0) return numberIn(textIn(header, 124, 12), 8)
  const size = header.subarray(125, 136).reduce((number, byte) => number * 256 + byte, first & 0x7f)
  return Number.isSafeInteger(size) ? size : undefined
}

/** What an extended header says: `path` and `size`, and what is not needed here. */
type Records = Record<string, string>

/** Each record is `LENGTH KEY=VALUE` and a line break. The length is in bytes. */
function recordsOf(bytes: Bytes, archive: string): Records {
  const records: Records = {}
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const length = space === -1 ? undefined : numberIn(decoder.decode(bytes.subarray(at, space)), 10)
    if (length === undefined || at + length <= space || at + length > bytes.length) throw broken(archive)
    const [key = '', ...value] = decoder.decode(bytes.subarray(space + 1, at + length - 1)).split('=')
    records[key] = value.join('=')
    at += length
  }
  return records
}
