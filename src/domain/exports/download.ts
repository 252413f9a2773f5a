import * as v from 'valibot'
import type { Edge } from '../../edge'
import type { Files } from '../../store/files'
import { fileDoesNotExist } from '../files/errors'
import { fileKey, listKey } from './data-export'
import { tarOf, type TarEntry } from './tar'

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
  const archive = streamOf(tarOf(entriesOf(files, found), found.export_time))
  return new Response(archive.pipeThrough(new CompressionStream('gzip')), { headers })
}

async function* entriesOf(files: Files, found: Found): AsyncGenerator<TarEntry> {
  for (const name of found.files) {
    const file = await files.get(fileKey(found, name))
    if (file === undefined) throw new Error(`R2 has no ${name} of ${found.name}`)
    yield { name: `${found.name}/${name}`, size: file.size, bytes: file.body }
    yield* alongWith(files, found, name)
  }
}

const list = v.array(v.object({ key: v.string(), name: v.string() }))

async function* alongWith(files: Files, found: Found, name: string): AsyncGenerator<TarEntry> {
  const said = new TextDecoder().decode(await files.read(listKey(found, name)))
  for (const along of said === '' ? [] : v.parse(list, JSON.parse(said))) {
    const file = await files.get(along.key)
    if (file) yield { name: `${found.name}/${along.name}`, size: file.size, bytes: file.body }
  }
}

/** Asks for as much as is wanted, and for no more once nobody listens. */
const streamOf = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
