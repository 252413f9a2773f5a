import { createTarPacker, type TarHeader, type TarPackController } from 'modern-tar'
import * as v from 'valibot'
import type { Edge } from '../../../edge'
import type { Files } from '../../../store/files'
import { fileDoesNotExist } from '../../realm/files/errors'
import { fileKey, includedFilesKey } from './data-export'
import type { IncludedFile } from './part'

/** An export that is ready, with the names of its files in R2. */
export type DownloadableExport = { secret: string; name: string; export_time: number; files: string[] }

/**
 * Returns a tar archive that the Worker makes while the client downloads it. Uploads that were deleted in the meantime are
 * left out. If a file of the export itself is missing, the download breaks off, so that no client takes an incomplete archive
 * for a complete one. Throws `fileDoesNotExist` if the export has no files any more.
 */
export async function serveArchive({ files, request }: Edge, dataExport: DownloadableExport): Promise<Response> {
  const headers = {
    'content-type': 'application/x-tar',
    'content-disposition': `attachment; filename="${dataExport.name}.tar"`,
  }
  const [first] = dataExport.files
  if (first === undefined || (await files.head(fileKey(dataExport, first))) === undefined) throw fileDoesNotExist({})
  if (request.method === 'HEAD') return new Response(null, { headers })
  const { readable, controller } = createTarPacker()
  void packAll(files, dataExport, controller).catch((error: unknown) => controller.error(error))
  return new Response(readable, { headers })
}

async function packAll(files: Files, dataExport: DownloadableExport, archive: TarPackController): Promise<void> {
  const pack = (name: string, file: R2ObjectBody) =>
    write(archive.add(headerOf(`${dataExport.name}/${name}`, file.size, dataExport.export_time)), file.body)
  for (const name of dataExport.files) {
    await pack(name, await getOwnFile(files, fileKey(dataExport, name)))
    const uploads = v.parse(includedFiles, await (await getOwnFile(files, includedFilesKey(dataExport, name))).json())
    for (const { key, name } of uploads) {
      const upload = await files.get(key)
      if (upload) await pack(name, upload)
    }
  }
  archive.finalize()
}

function headerOf(name: string, size: number, mtime: number): TarHeader {
  const header: TarHeader = { name, size, mtime: new Date(mtime * 1000), type: 'file' }
  // Without this record, some readers take the bytes of a name for their own encoding and not for UTF-8.
  return IS_ASCII.test(name) ? header : { ...header, pax: { path: name } }
}

const IS_ASCII = /^[ -~]*$/

async function write(entry: WritableStream<Uint8Array>, body: ReadableStream<Uint8Array>): Promise<void> {
  const writer = entry.getWriter()
  for await (const chunk of chunksOf(body)) await writer.write(chunk)
  await writer.close()
}

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

const includedFiles: v.GenericSchema<unknown, IncludedFile[]> = v.array(v.object({ key: v.string(), name: v.string() }))

async function getOwnFile(files: Files, key: string): Promise<R2ObjectBody> {
  const file = await files.get(key)
  if (file === undefined) throw new Error(`R2 has lost ${key.slice(key.lastIndexOf('/') + 1)}`)
  return file
}
