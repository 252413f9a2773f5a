import { MAX_ENTRIES, requireCount, requireFileSize, requireInside, requireTotalSize } from './archive-limits.ts'
import { Failure } from './failure.ts'
import { PackedFiles } from './packed-files.ts'
import type { Archive, Bytes, Storage } from './storage.ts'
import { nameIn, type ArchiveName } from './zip-names.ts'

/** A file in the directory of an archive. */
type Entry = Sizes & ArchiveName & { method: number }
type Sizes = { size: number; packed: number; offset: number }

/** What an extra field can have, in its order. */
const LARGE = ['size', 'packed', 'offset'] as const

const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const MAX_END_BYTES = 65_557
const MAX_DIRECTORY_BYTES = 256 * MAX_ENTRIES

const WHAT_EXPORTS_ARE =
  'An export is a folder, a ZIP archive, a tar archive (.tar, .tar.gz or .tgz), or one .json or .jsonl file.'

const HOW_TO_JOIN = 'Join the parts first: zip -s 0 split.zip --out whole.zip'

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Returns the files of a ZIP archive by name. The archive is not unpacked: `open` streams one file. `inflate` unpacks a sequence
 * of bytes.
 */
export async function readZip(archive: Archive, { inflate }: Storage): Promise<PackedFiles> {
  const { name, size } = archive
  const { count, length, offset } = await findDirectory(archive)
  requireCount(name, count)
  if (offset + length > size || length > MAX_DIRECTORY_BYTES) throw broken(name)
  const files = new PackedFiles()
  const total = { size: 0, packed: size }
  let stored = 0
  for (const entry of entriesIn(await archive.read(offset, length), count, name)) {
    total.size += entry.size
    stored += entry.packed
    // Files that share their bytes would be larger than any ratio allows.
    if (stored > size) throw new Failure(`${name} has files that overlap: the archive is no export.`, 'too large')
    requireTotalSize(name, total)
    if (!entry.name.endsWith('/'))
      files.add(entry, { size: entry.size, open: () => contentOf(archive, entry, inflate) })
  }
  return files
}

const broken = (name: string) => new Failure(`${name} is a broken ZIP archive.`, 'broken')

async function findDirectory(archive: Archive) {
  const { name, size } = archive
  const tailBytes = Math.min(size, MAX_END_BYTES)
  const tail = viewOf(await archive.read(size - tailBytes, tailBytes))
  const end = findEnd(tail, size - tailBytes)
  if (end === undefined) throw new Failure(`${name} is no ZIP archive. ${WHAT_EXPORTS_ARE}`, 'broken')
  if (isPart(tail, end)) throw new Failure(`${name} is one part of a split ZIP archive. ${HOW_TO_JOIN}`, 'broken')
  const count = tail.getUint16(end + 10, true)
  const [length, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (end < 20 || tail.getUint32(end - 20, true) !== END_64_LOCATOR) return { count, length, offset }
  const at = Number(tail.getBigUint64(end - 12, true))
  if (at + 56 > size) throw broken(name)
  const end64 = viewOf(await archive.read(at, 56))
  if (end64.getUint32(0, true) !== END_64) throw broken(name)
  const longAt = (place: number) => Number(end64.getBigUint64(place, true))
  return { count: longAt(32), length: longAt(40), offset: longAt(48) }
}

/**
 * Returns where the directory ends. A comment follows, which can have the same mark: the record whose comment is the rest of the
 * archive counts, of several the one that the directory precedes, and then the first. Other bytes can follow a comment.
 */
function findEnd(tail: DataView, tailAt: number) {
  let [last, whole]: (number | undefined)[] = []
  for (let at = 0; at + END_BYTES <= tail.byteLength; at++) {
    if (tail.getUint32(at, true) !== END) continue
    last = at
    if (at + END_BYTES + tail.getUint16(at + 20, true) !== tail.byteLength) continue
    whole ??= at
    const isLarge = at >= 20 && tail.getUint32(at - 20, true) === END_64_LOCATOR
    if (isLarge || tail.getUint32(at + 12, true) + tail.getUint32(at + 16, true) === tailAt + at) return at
  }
  return whole ?? last
}

/** The numbers of parts are 0 in an archive of one file. Large archives can have 65535, which refers to another record. */
const isPart = (tail: DataView, end: number) =>
  [end + 4, end + 6].some((at) => ![0, 0xffff].includes(tail.getUint16(at, true)))

/** Yields the files of a directory. macOS writes only the last 16 bits of their number, so the directory says where it ends. */
function* entriesIn(bytes: Bytes, count: number, archive: string): Generator<Entry> {
  const view = viewOf(bytes)
  let [at, found] = [0, 0]
  while (at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY) {
    requireCount(archive, ++found)
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
    const [nameBytes, extraBytes] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const commentBytes = view.getUint16(at + 32, true)
    const next = at + 46 + nameBytes + extraBytes + commentBytes
    if (next > bytes.length) throw broken(archive)
    const extra = viewOf(bytes.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes))
    const named = nameIn(bytes.subarray(at + 46, at + 46 + nameBytes), extra)
    const { name } = named
    const sizes = sizesOf(view, at, extra)
    requireInside(archive, name)
    if ((flags & 1) === 1) throw new Failure(`${name} in ${archive} is encrypted.`, 'encrypted')
    requireFileSize(archive, name, sizes)
    yield { ...named, method, ...sizes }
    at = next
  }
  if (found % 2 ** 16 !== count % 2 ** 16) throw broken(archive)
}

/** Sizes and offsets beyond 4 GiB are in an extra field, in this order. */
function sizesOf(view: DataView, at: number, extra: DataView) {
  const longAt = (place: number) => view.getUint32(at + place, true)
  const sizes = { size: longAt(24), packed: longAt(20), offset: longAt(42) }
  for (let from = 0; from + 4 <= extra.byteLength; from += 4 + extra.getUint16(from + 2, true)) {
    if (extra.getUint16(from, true) !== 1) continue
    let place = from + 4
    for (const name of LARGE)
      if (sizes[name] === 0xffffffff && place + 8 <= extra.byteLength) {
        sizes[name] = Number(extra.getBigUint64(place, true))
        place += 8
      }
  }
  return sizes
}

/** Yields the bytes of a file. They are never more than the directory says. */
async function* contentOf(
  archive: Archive,
  { name, offset, packed, size, method }: Entry,
  inflate: Storage['inflate'],
) {
  if (packed === 0) return
  if (method !== 0 && method !== 8)
    throw new Failure(`${archive.name} is packed in a way that this program does not know.`, 'broken')
  if (offset + 30 > archive.size) throw broken(archive.name)
  const header = viewOf(await archive.read(offset, 30))
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const stream = archive.stream(start, start + packed)
  let read = 0
  for await (const chunk of method === 0 ? stream : inflate(stream)) {
    read += chunk.length
    if (read > size)
      throw new Failure(`${name} in ${archive.name} is larger than the archive says: it is no export.`, 'too large')
    yield chunk
  }
}
