import * as v from 'valibot'
import type { Edge } from '../../../edge'
import type { Files } from '../../../store/files'
import { requestedRange, type ByteRange } from '../../realm/files/byte-range'
import { fileDoesNotExist } from '../../realm/files/errors'
import { archiveBytes, archiveSize, zeros, type ArchivedFile, type ArchiveSource, type IncludedFile } from './archive'
import { fileKey, includedFilesKey } from './data-export'

/** An export that is ready, with its files in R2. */
export type DownloadableExport = { secret: string; name: string; export_time: number; files: ArchivedFile[] }

/**
 * Returns a tar archive, or the part of it that the request asks for. The Worker makes it while the client downloads it. If a
 * file of the export itself is missing, the download breaks off, so that no client takes an incomplete archive for a complete
 * one. Throws `fileDoesNotExist` if the export has no files any more.
 */
export async function serveArchive({ files, request }: Edge, dataExport: DownloadableExport): Promise<Response> {
  const [first] = dataExport.files
  if (first === undefined || (await files.head(fileKey(dataExport, first.name))) === undefined)
    throw fileDoesNotExist({})
  const source = sourceOf(files, dataExport)
  const size = archiveSize(source)
  const etag = `"${dataExport.name}"`
  const headers = {
    'content-type': 'application/x-tar',
    'content-disposition': `attachment; filename="${dataExport.name}.tar"`,
    'accept-ranges': 'bytes',
    etag,
  }
  const isWhole = request.headers.has('if-range') && request.headers.get('if-range') !== etag
  const range = isWhole ? undefined : requestedRange(request.headers.get('range'), size)
  if (range === 'beyond')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
  const part = range ?? { offset: 0, length: size }
  const rangeHeader = range && { 'content-range': `bytes ${part.offset}-${part.offset + part.length - 1}/${size}` }
  const response = {
    status: range ? 206 : 200,
    headers: { ...headers, ...rangeHeader, 'content-length': String(part.length) },
  }
  if (request.method === 'HEAD') return new Response(null, response)
  const { readable, writable } = new FixedLengthStream(part.length)
  void pump(archiveBytes(source, part), writable)
  return new Response(readable, response)
}

/** Writes the bytes as fast as the client reads them. */
async function pump(bytes: AsyncIterable<Uint8Array>, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter()
  try {
    for await (const chunk of bytes) await writer.write(chunk)
    await writer.close()
  } catch (error) {
    // The client is gone, or a file is missing: the client must notice.
    await writer.abort(error).catch(() => undefined)
  }
}

const sourceOf = (files: Files, dataExport: DownloadableExport): ArchiveSource => ({
  folder: dataExport.name,
  mtime: dataExport.export_time,
  files: dataExport.files,
  keyOf: (name) => fileKey(dataExport, name),
  includedIn: async (name) => {
    const list = await getOwnFile(files, includedFilesKey(dataExport, name))
    return v.parse(includedFiles, await list.json())
  },
  read: async function* (key, range) {
    yield* chunksOf((await getOwnFile(files, key, range)).body)
  },
  readIncluded: async function* (key, range) {
    const upload = await files.get(key, { range })
    if (upload) yield* chunksOf(upload.body)
    else yield* zeros(range.length)
  },
})

/** Reads in chunks of 64 KiB. A default reader or a pipe gets 4 KiB at a time, and each chunk costs the same CPU. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: 'byob' })
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(CHUNK_BYTES))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

const CHUNK_BYTES = 64 * 1024

const includedFiles: v.GenericSchema<unknown, IncludedFile[]> = v.array(
  v.object({ key: v.string(), name: v.string(), size: v.number(), sha256: v.nullable(v.string()) }),
)

async function getOwnFile(files: Files, key: string, range?: ByteRange): Promise<R2ObjectBody> {
  const file = await files.get(key, range ? { range } : {})
  if (file === undefined) throw new Error(`R2 has lost ${key.slice(key.lastIndexOf('/') + 1)}`)
  return file
}
