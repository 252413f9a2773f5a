import { createTarPacker, type TarHeader, type TarPackController } from 'modern-tar'
import * as v from 'valibot'
import type { Edge } from '../../../edge'
import type { Files } from '../../../store/files'
import { fileDoesNotExist } from '../../realm/files/errors'
import { fileKey, listKey } from './data-export'
import type { Along } from './part'

/** An export that somebody has the address of. */
export type Found = { secret: string; name: string; export_time: number; files: string[] }

/**
 * Returns a tar archive that is made while the client downloads it: each file goes from R2 through the Worker. An upload
 * that was deleted since is left out. A file of the export itself must be there, or the download breaks off, so that no
 * client takes a part for the whole. Throws `fileDoesNotExist` if the export has no files any more.
 */
export async function serveArchive({ files, request }: Edge, found: Found): Promise<Response> {
  const headers = {
    'content-type': 'application/x-tar',
    'content-disposition': `attachment; filename="${found.name}.tar"`,
  }
  const [first] = found.files
  if (first === undefined || (await files.head(fileKey(found, first))) === undefined) throw fileDoesNotExist({})
  if (request.method === 'HEAD') return new Response(null, { headers })
  const { readable, controller } = createTarPacker()
  void packAll(files, found, controller).catch((error: unknown) => controller.error(error))
  return new Response(readable, { headers })
}

async function packAll(files: Files, found: Found, archive: TarPackController): Promise<void> {
  const pack = (name: string, file: R2ObjectBody) =>
    write(archive.add(headerOf(`${found.name}/${name}`, file.size, found.export_time)), file.body)
  for (const name of found.files) {
    await pack(name, await ownFile(files, fileKey(found, name)))
    const uploads = v.parse(list, await (await ownFile(files, listKey(found, name))).json())
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

const list: v.GenericSchema<unknown, Along[]> = v.array(v.object({ key: v.string(), name: v.string() }))

async function ownFile(files: Files, key: string): Promise<R2ObjectBody> {
  const file = await files.get(key)
  if (file === undefined) throw new Error(`R2 has lost ${key.slice(key.lastIndexOf('/') + 1)}`)
  return file
}
