import { requireCount, requireInside, requireTotalSize } from './archive-limits.ts'
import { Failure, messageOf } from './failure.ts'
import { PackedFiles } from './packed-files.ts'
import type { Archive, Bytes, Storage } from './storage.ts'
import { utf8, type ArchiveName } from './zip-names.ts'

const BLOCK = 512
const SLASH = 0x2f
const [FILE, OLD_FILE, EXTENDED, LONG_NAME] = ['0', '\0', 'x', 'L']
/** An extended header has a name and a few numbers. */
const MAX_EXTENDED_BYTES = 1024 * 1024
const UNPACKED = 'unpacked.tar'

const ofWindows = new TextDecoder('windows-1252')

export const isTar = (name: string) => /\.(?:tar|tar\.gz|tgz)$/.test(name)

/**
 * Returns the files of a tar archive by name. A compressed archive is unpacked once into a file of the storage, because files are
 * read in another order than the archive has them.
 */
export async function readTar(archive: Archive, storage: Storage): Promise<PackedFiles> {
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
  const files = new PackedFiles()
  let extended: Records = {}
  let count = 0
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
      extended = type === EXTENDED ? recordsOf(bytes, archive.name) : { path: decoded(upToZero(bytes)) }
    } else {
      const { isGuessed, ...given } = extended.path ?? stored.named
      const name = given.name.replace(/^\.\//, '')
      requireInside(archive.name, name)
      if (type === FILE || type === OLD_FILE)
        files.add({ name, isGuessed }, { size, open: () => archive.stream(begin, begin + size) })
      requireCount(archive.name, ++count)
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

const upToZero = (bytes: Bytes): Bytes => {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

const bytesIn = (bytes: Bytes, from: number, length: number) => upToZero(bytes.subarray(from, from + length))

/** Returns a name. One that is not UTF-8 has a character for each byte, so two such names stay different. */
function decoded(bytes: Bytes): ArchiveName {
  const name = utf8(bytes)
  return name === undefined ? { name: ofWindows.decode(bytes), isGuessed: true } : { name, isGuessed: false }
}

const textIn = (bytes: Bytes, from: number, length: number) => decoded(bytesIn(bytes, from, length)).name

function headerOf(header: Bytes, archive: string) {
  const text = (from: number, length: number) => textIn(header, from, length)
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0)
  if (numberIn(text(148, 8), 8) !== sum) throw new Failure(`${archive} is no tar archive.`, 'broken')
  const prefix = text(257, 5) === 'ustar' ? bytesIn(header, 345, 155) : new Uint8Array()
  const name = bytesIn(header, 0, 100)
  return {
    named: decoded(prefix.length === 0 ? name : new Uint8Array([...prefix, SLASH, ...name])),
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
type Records = { path?: ArchiveName; size?: string }

/** Each record is `LENGTH KEY=VALUE` and a line break. The length is in bytes. */
function recordsOf(bytes: Bytes, archive: string): Records {
  const records: Records = {}
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const length = space === -1 ? undefined : numberIn(decoded(bytes.subarray(at, space)).name, 10)
    if (length === undefined || at + length <= space || at + length > bytes.length) throw broken(archive)
    const { name: record, isGuessed } = decoded(bytes.subarray(space + 1, at + length - 1))
    if (record.startsWith('path=')) records.path = { name: record.slice('path='.length), isGuessed }
    if (record.startsWith('size=')) records.size = record.slice('size='.length)
    at += length
  }
  return records
}
