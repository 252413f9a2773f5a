import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Refused } from '../api-client.ts'
import { deploymentSecret } from '../parley/credentials.ts'

/** Returns the requests for files and rows of a copy, with the deployment's secret. */
export function copyServer(url) {
  const authorization = `Bearer ${deploymentSecret()}`
  const send = async (path, init) => {
    const request = `${init.method} ${path}`
    const answer = await (await fetch(`${url}/api/v1${path}`, init)).json()
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
      const path = storage.path(name)
      return send('/parley/copy/file', {
        method: 'PUT',
        headers: { authorization, 'copy-id': copy_id, 'file-key': key, 'content-length': String(statSync(path).size) },
        body: Readable.toWeb(createReadStream(path)),
        duplex: 'half',
      })
    },
  }
}
