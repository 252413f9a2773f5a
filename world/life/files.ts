import type { Client } from './client.ts'
import type { Json } from '../shared-parts.ts'

const BOUNDARY = 'the-boundary-of-the-world'

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', ogg: 'audio/ogg' }

type SentFile = { name: string; bytes: Buffer; fields?: Readonly<Record<string, string>> }

/** Sends a file, and further fields. Node would draw a boundary that no seed decides. */
export function sendFile(client: Client, path: string, { name, bytes, fields = {} }: SentFile): Promise<Json> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain'
  const head = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`
  const others = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  return client.send(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([
      Buffer.from(`${others.join('')}--${BOUNDARY}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  })
}

const PATIENCE_MILLISECONDS = 300_000

/** Requests a page or a file as a browser does, which gives up after five minutes. Returns the status. */
export async function open(client: Client, path: string, init: RequestInit = {}): Promise<string> {
  try {
    const response = await client.fetch(path, { redirect: 'manual', ...init })
    const gaveUp = client.world.scheduler.wait(PATIENCE_MILLISECONDS).then(() => 'lost')
    return await Promise.race([gaveUp, response.arrayBuffer().then(() => String(response.status))])
  } catch {
    return 'lost'
  }
}
