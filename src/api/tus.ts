import { createHash } from 'node:crypto'
import { refusedWith } from './errors'
import { API_ROOT } from './routes'

const CHECKSUMS: readonly string[] = ['sha1', 'sha256']

/**
 * tus, version 1.0: how a file is sent in pieces, so that a line that breaks costs no more than the piece that was on it.
 * The protocol says what it has to say in headers and by HTTP's own statuses, and its clients look at nothing else.
 */
export const TUS_VERSION = '1.0.0'
export const TUS_CAPABILITIES = {
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
  'tus-checksum-algorithm': CHECKSUMS.join(','),
}
export const CHUNK_TYPE = 'application/offset+octet-stream'

export const unsupportedTusVersion = refusedWith(412, () => `Tus-Resumable must be ${TUS_VERSION}`)
export const noSuchUpload = refusedWith(404, () => 'There is no such upload, or its time is up')
export const offsetMismatch = refusedWith(409, () => 'Upload-Offset is not where the upload is')
export const chunkInProgress = refusedWith(423, () => 'Another piece of this upload is on its way')
export const invalidChunkType = refusedWith(415, () => `Content-Type must be ${CHUNK_TYPE}`)
export const uploadTooLarge = refusedWith(413, (f: { msg: string }) => f.msg)
export const uploadLengthExceeded = refusedWith(413, () => 'There is more of the file than Upload-Length said')
export const invalidMetadata = refusedWith(400, () => 'Invalid Upload-Metadata')
export const invalidChecksum = refusedWith(
  400,
  () => `Upload-Checksum must be one of ${CHECKSUMS.join(', ')}, and a checksum in Base64`,
)
export const checksumMismatch = refusedWith(460, () => 'What came is not what Upload-Checksum said')

/** What a piece must come to, by its header. Undefined where it makes no sense. */
export type Checksum = { algorithm: string; digest: string }

export function readChecksum(header: string): Checksum | undefined {
  const [, algorithm = '', digest = ''] = /^(\S+) ([A-Za-z0-9+/]+=*)$/.exec(header) ?? []
  return CHECKSUMS.includes(algorithm) ? { algorithm, digest } : undefined
}

/** The same bytes; but whoever waits for their end learns there that they are not those which were sent. */
export async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  { algorithm, digest }: Checksum,
): AsyncGenerator<Uint8Array> {
  const hash = createHash(algorithm)
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('base64') !== digest) throw checksumMismatch({})
}

const UPLOAD = new RegExp(`^${API_ROOT}/tus/[^/]+/*$`)

/** A tus client that cannot send PATCH or DELETE sends POST and names the method in a header. Other paths ignore the header. */
export function withMethodOverride(request: Request): Request {
  const method = request.headers.get('x-http-method-override')?.toUpperCase()
  if (request.method !== 'POST' || (method !== 'PATCH' && method !== 'DELETE')) return request
  const isTus = request.headers.has('tus-resumable') && UPLOAD.test(new URL(request.url).pathname)
  return isTus ? new Request(request, { method }) : request
}

/** Whoever speaks tus is answered in it, whatever the answer is; whoever speaks another version is told which is spoken. */
export function setTusHeaders(request: Request, response: Response): void {
  if (request.headers.has('tus-resumable')) response.headers.set('tus-resumable', TUS_VERSION)
  if (response.status === 412) response.headers.set('tus-version', TUS_VERSION)
}

/** `filename d29ybGQ=,is_private`: names, and what they say in Base64. Undefined where it is anything else. */
export function readMetadata(header: string): Map<string, string> | undefined {
  const said = new Map<string, string>()
  for (const pair of header.split(',').map((each) => each.trim())) {
    if (pair === '') continue
    const [name = '', encoded = '', ...more] = pair.split(' ')
    const value = textOfBase64(encoded)
    if (value === undefined || more.length > 0) return undefined
    said.set(name, value)
  }
  return said
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function textOfBase64(encoded: string): string | undefined {
  try {
    return UTF8.decode(Uint8Array.fromBase64(encoded))
  } catch {
    return undefined
  }
}
