import * as v from 'valibot'
import type { Edge } from '../../../edge'
import type { Files } from '../../../store/files'
import { inParts } from '../../../store/file-writer'
import { fileDoesNotExist } from '../../realm/files/errors'
import { fileKey, listKey } from './data-export'
import type { Along } from './part'
import { compressed, stored, streamOf } from './gzip'
import { endOfTar, tarred, type TarEntry } from './tar'

/** An export that somebody has the address of. */
export type Found = { secret: string; name: string; export_time: number; files: string[] }

/**
 * The archive is put together as it is downloaded: each file goes from R2 through the Worker, and none of it is held. A
 * file that people uploaded and that is gone since is left out; what the export itself says must all be there, or the
 * download breaks off, so that nobody takes a part for the whole.
 */
export async function serveArchive({ files, request }: Edge, found: Found): Promise<Response> {
  const headers = {
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${found.name}.tar.gz"`,
  }
  const [first] = found.files
  if (first === undefined || (await files.head(fileKey(found, first))) === undefined) throw fileDoesNotExist({})
  if (request.method === 'HEAD') return new Response(null, { headers })
  return new Response(streamOf(archiveOf(files, found)), { headers })
}

async function* archiveOf(files: Files, found: Found): AsyncGenerator<Uint8Array> {
  for (const name of found.files) {
    const file = await ownFile(files, fileKey(found, name))
    yield* compressed(tarred(entryOf(found, name, file), found.export_time))
    const along = v.parse(list, await (await ownFile(files, listKey(found, name))).json())
    for (const each of along) {
      const uploaded = await files.get(each.key)
      if (uploaded) yield* stored(tarred(entryOf(found, each.name, uploaded), found.export_time))
    }
  }
  yield* stored(endOfTar())
}

const entryOf = (found: Found, name: string, { size, body }: R2ObjectBody): TarEntry => ({
  name: `${found.name}/${name}`,
  size,
  bytes: inParts(body),
})

const list: v.GenericSchema<unknown, Along[]> = v.array(v.object({ key: v.string(), name: v.string() }))

async function ownFile(files: Files, key: string): Promise<R2ObjectBody> {
  const file = await files.get(key)
  if (file === undefined) throw new Error(`R2 has lost ${key.slice(key.lastIndexOf('/') + 1)}`)
  return file
}
