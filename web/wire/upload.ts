import type { Failure } from '../../client-state/wire'
import { pause, Refusal } from './requests'
import type { Sender } from './form'

const PIECE_BYTES = 8 * 1024 * 1024
const MAX_FAILURES = 8
const MAX_DELAY_MILLISECONDS = 20_000
const VERSION = { 'Tus-Resumable': '1.0.0' }

export type Uploaded = { url: string; filename: string }
type Response = { status: number; body: string; offset: number; location: string }
type Request = { method: string; url: string; headers: Record<string, string>; body?: Blob }

/**
 * Uploads a file in pieces, with the protocol tus. After a broken connection it asks the server how much has arrived, and continues there.
 * Throws `Refusal` if the server refuses the file, and the signal's reason if the user cancels.
 */
export async function uploadFile(
  { environment, session }: Sender,
  file: File,
  progress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const common = { ...VERSION, ...session.headers() }
  const created = await create(environment.api, file, common, signal)
  // An empty file is complete without a piece.
  if (created.body !== '') return uploadedIn(created)
  // The server names its own address. The page may be open at another one.
  const url = new URL(created.location, location.href).pathname
  signal.addEventListener('abort', () => void send({ method: 'DELETE', url, headers: common }).catch(() => {}))
  let offset = 0
  for (let failures = 0; ;) {
    try {
      if (failures > 0) offset = await offsetOf(url, common, signal)
      const piece = file.slice(offset, offset + PIECE_BYTES)
      const headers = { ...common, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }
      const start = offset
      const report = (sent: number) => progress(start + sent)
      const response = await send({ method: 'PATCH', url, headers, body: piece }, signal, report)
      if (response.status === 200) return uploadedIn(response)
      if (response.status !== 204) throw refusalOf(response)
      offset = response.offset
      progress(offset)
      failures = 0
    } catch (error) {
      signal.throwIfAborted()
      // 409: another piece is still being stored. The next question tells how far it came.
      if (error instanceof Refusal && error.status < 500 && error.status !== 409 && error.status !== 429) throw error
      if (++failures > MAX_FAILURES) throw error
      await pause(Math.min(500 * 2 ** failures, MAX_DELAY_MILLISECONDS))
      signal.throwIfAborted()
    }
  }
}

async function create(api: string, file: File, common: Record<string, string>, signal: AbortSignal): Promise<Response> {
  const headers = {
    ...common,
    'Upload-Length': String(file.size),
    'Upload-Metadata': `filename ${base64(file.name)},filetype ${base64(file.type || 'application/octet-stream')}`,
  }
  const response = await send({ method: 'POST', url: `${api}/tus`, headers }, signal)
  if (response.status !== 201) throw refusalOf(response)
  return response
}

async function offsetOf(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<number> {
  const response = await send({ method: 'HEAD', url, headers }, signal)
  if (response.status !== 200) throw refusalOf(response)
  return response.offset
}

/** `fetch` reports no progress of what it sends. */
function send(request: Request, signal?: AbortSignal, progress?: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open(request.method, request.url)
    for (const [name, value] of Object.entries(request.headers)) call.setRequestHeader(name, value)
    const fail = () => reject(new Error('The connection was cut'))
    const abort = () => call.abort()
    signal?.addEventListener('abort', abort)
    call.upload.addEventListener('progress', ({ loaded }) => progress?.(loaded))
    call.addEventListener('error', fail)
    call.addEventListener('abort', fail)
    call.addEventListener('load', () => {
      signal?.removeEventListener('abort', abort)
      resolve({
        status: call.status,
        body: call.responseText,
        offset: Number(call.getResponseHeader('upload-offset') ?? 0),
        location: call.getResponseHeader('location') ?? '',
      })
    })
    call.send(request.body)
  })
}

function uploadedIn({ body }: Response): Uploaded {
  const uploaded: Uploaded = JSON.parse(body)
  return uploaded
}

function refusalOf({ status, body }: Response): Refusal {
  try {
    const { code = '', msg = '' }: Partial<Failure> = JSON.parse(body)
    return new Refusal(status, code, msg)
  } catch {
    return new Refusal(status, '', `${status}`)
  }
}

const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
