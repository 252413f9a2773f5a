import type { Client } from './client.ts'
import type { Json } from '../shared-parts.ts'

const BOUNDARY = 'the-boundary-of-the-world'

/** Sends a file. Node would draw a boundary that no seed decides. */
export function sendFile(
  client: Client,
  path: string,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<Json> {
  const type = name.endsWith('.png') ? 'image/png' : 'text/plain'
  const head = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`
  return client.send(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  })
}
