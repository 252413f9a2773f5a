import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, ImportServer } from '../../conversion/import-copy.ts'
import { Refused, type Ask, type Envelope } from '../api-client.ts'
import { deploymentSecret } from '../parley/credentials.ts'
import { contentOf } from '../web-streams.ts'

/** Node demands it of a request whose content is a stream. */
const STREAMED = { duplex: 'half' }

/** Requests a file by its key. */
export type GetFile = (key: string, headers: Record<string, string>) => Promise<Response>

/** Returns all requests of an import. `keeps_owners`: accounts that were owners are owners. */
export const importServer = (ask: Ask, keeps_owners: boolean, files: ReturnType<typeof copyServer>): ImportServer => ({
  ...files,
  begin: (copy) => ask('POST /parley/copy/import', { ...copy, keeps_owners }),
  finish: (copy) => ask('POST /parley/copy/finish', copy),
})

/** Returns the requests for files and rows of a copy, with the deployment's secret. */
export function copyServer(
  url: string,
  secret = deploymentSecret(),
): Pick<ImportServer, 'postRows' | 'putFile'> & { getFile: GetFile } {
  const authorization = `Bearer ${secret}`
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const request = `${init.method} ${path}`
    const answer: Answer & Envelope = await (await fetch(`${url}/api/v1${path}`, init)).json()
    if (answer.result !== 'success') throw new Refused(request, answer)
    return answer
  }
  return {
    getFile: (key, headers) =>
      fetch(`${url}/api/v1/parley/copy/file?key=${encodeURIComponent(key)}`, {
        headers: { ...headers, authorization },
      }),
    postRows: (path, { copy_id, rows }) => {
      // A multipart form is not escaped, so its texts stay short.
      const body = new FormData()
      body.set('copy_id', copy_id)
      body.set('rows', `[${rows.join(',')}]`)
      return send(path, { method: 'POST', headers: { authorization }, body })
    },
    putFile: ({ copy_id, key, name, storage }) => {
      const path = join(storage.name, name)
      return send('/parley/copy/file', {
        method: 'PUT',
        headers: { authorization, 'copy-id': copy_id, 'file-key': key, 'content-length': String(statSync(path).size) },
        body: contentOf(createReadStream(path)),
        ...STREAMED,
      })
    },
  }
}
