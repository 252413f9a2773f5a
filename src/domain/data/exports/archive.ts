import type { ByteRange } from '../../realm/files/byte-range'
import { archivedBytes, END_BYTES, headerOf, paddingOf } from './tar'

/** A file that an export has in R2, and its place in the archive. Adjacent files with one name there are one file of it. */
export type ArchivedFile = {
  name: string
  entry: string
  size: number
  /** The bytes of the R2 files that follow it in the archive. */
  included_bytes: number
}

/** A file of R2, such as an upload, that goes into the archive under this name. */
export type IncludedFile = { key: string; name: string; size: number; sha256: string | null }

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** What an archive is made of. `read` yields the bytes of a part of an R2 file, or throws. */
export type ArchiveSource = {
  folder: string
  mtime: number
  files: readonly ArchivedFile[]
  keyOf(name: string): string
  includedIn(name: string): Promise<IncludedFile[]>
  read(key: string, range: ByteRange): Bytes
  /** Yields the bytes of an upload. Uploads can be deleted: empty bytes are in their place, so that the layout stays. */
  readIncluded(key: string, range: ByteRange): Bytes
}

/** A file of the archive. `files` are its content in R2, and `included_bytes` the uploads that follow it in the archive. */
type Entry = { name: string; size: number; files: ArchivedFile[]; included_bytes: number }

const inFolder = (folder: string, { name, size }: { name: string; size: number }) => ({
  name: `${folder}/${name}`,
  size,
})

function entriesOf(files: readonly ArchivedFile[]): Entry[] {
  const entries: Entry[] = []
  for (const file of files) {
    let last = entries.at(-1)
    if (last?.name !== file.entry) entries.push((last = { name: file.entry, size: 0, files: [], included_bytes: 0 }))
    last.size += file.size
    last.included_bytes += file.included_bytes
    last.files.push(file)
  }
  return entries
}

/** Returns the bytes of the archive that an included file needs. */
export const includedBytes = (folder: string, file: IncludedFile): number => archivedBytes(inFolder(folder, file))

/** Returns the size of an archive. */
export const archiveSize = ({ folder, files }: Pick<ArchiveSource, 'folder' | 'files'>): number =>
  entriesOf(files).reduce(
    (total, entry) => total + archivedBytes(inFolder(folder, entry)) + entry.included_bytes,
    END_BYTES,
  )

type Piece = { length: number; bytes(range: ByteRange): Bytes }

/** Yields a part of an archive. What is before the part is neither read nor made. */
export async function* archiveBytes(source: ArchiveSource, { offset, length }: ByteRange): AsyncGenerator<Uint8Array> {
  const end = offset + length
  let position = 0
  for await (const piece of piecesOf(source, offset)) {
    const [from, to] = [Math.max(offset - position, 0), Math.min(end - position, piece.length)]
    if (from < to) yield* piece.bytes({ offset: from, length: to - from })
    position += piece.length
    if (position >= end) return
  }
}

async function* piecesOf(source: ArchiveSource, offset: number): AsyncGenerator<Piece> {
  let position = 0
  for (const entry of entriesOf(source.files)) {
    const own = archivedBytes(inFolder(source.folder, entry))
    if (position + own <= offset) yield emptyBytes(own)
    else yield* piecesOfFile(source, entry, contentOf(source, entry))
    position += own
    for (const file of entry.files) {
      if (position + file.included_bytes <= offset) yield emptyBytes(file.included_bytes)
      else if (file.included_bytes > 0)
        for (const included of await source.includedIn(file.name))
          yield* piecesOfFile(source, included, [
            { length: included.size, bytes: (range) => source.readIncluded(included.key, range) },
          ])
      position += file.included_bytes
    }
  }
  yield emptyBytes(END_BYTES)
}

const contentOf = (source: ArchiveSource, { files }: Entry): Piece[] =>
  files.map(({ name, size }) => ({ length: size, bytes: (range) => source.read(source.keyOf(name), range) }))

function* piecesOfFile(
  { folder, mtime }: ArchiveSource,
  file: { name: string; size: number },
  content: readonly Piece[],
): Generator<Piece> {
  const header = headerOf(inFolder(folder, file), mtime)
  yield { length: header.length, bytes: ({ offset, length }) => [header.subarray(offset, offset + length)] }
  yield* content
  yield emptyBytes(paddingOf(file.size))
}

const emptyBytes = (length: number): Piece => ({ length, bytes: (range) => zeros(range.length) })

const CHUNK_BYTES = 64 * 1024

/** Yields this many empty bytes. */
export function* zeros(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= CHUNK_BYTES) yield new Uint8Array(Math.min(left, CHUNK_BYTES))
}
