import { createHash } from 'node:crypto'
import { errorWithStatus } from './errors'
import { API_ROOT, JSON_ROOT } from './routes'
import { strictUtf8 } from './utf8'

const CHECKSUMS: readonly string[] = ['sha1', 'sha256']

/**
 * The protocol tus, version 1.0: a client uploads a file in several requests, and continues after an interrupted one. The
 * protocol uses headers and HTTP statuses, and its clients read nothing else.
 */
export const TUS_VERSION = '1.0.0'
export const TUS_CAPABILITIES = {
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
  'tus-checksum-algorithm': CHECKSUMS.join(','),
}
export const CHUNK_TYPE = 'application/offset+octet-stream'

export const unsupportedTusVersion = errorWithStatus(412, () => `Tus-Resumable must be ${TUS_VERSION}`)
export const uploadDoesNotExist = errorWithStatus(404, () => 'The upload does not exist or has expired')
export const offsetMismatch = errorWithStatus(409, () => 'Upload-Offset is not the current offset of the upload')
export const chunkInProgress = errorWithStatus(423, () => 'Another request is writing to this upload')
export const invalidChunkType = errorWithStatus(415, () => `Content-Type must be ${CHUNK_TYPE}`)
export const uploadTooLarge = errorWithStatus(413, (f: { msg: string }) => f.msg)
export const uploadLengthExceeded = errorWithStatus(413, () => 'The file is longer than Upload-Length')
export const invalidMetadata = errorWithStatus(400, () => 'Invalid Upload-Metadata')
export const invalidChecksum = errorWithStatus(
  400,
  () => `Upload-Checksum must have one of the algorithms ${CHECKSUMS.join(', ')}, and a checksum in Base64`,
)
export const checksumMismatch = errorWithStatus(460, () => 'The bytes do not match Upload-Checksum')

/** The checksum of the body of one request. */
export type Checksum = { algorithm: string; digest: string }

/** Returns the checksum in a header, or undefined if the header is malformed. */
export function readChecksum(header: string): Checksum | undefined {
  const [, algorithm = '', digest = ''] = /^(\S+) ([A-Za-z0-9+/]+=*)$/.exec(header) ?? []
  return CHECKSUMS.includes(algorithm) ? { algorithm, digest } : undefined
}

/** Yields the same bytes. Throws `checksumMismatch` after the last of them if they have another checksum. */
export async function* verifyChecksum(
  bytes: AsyncIterable<Uint8Array>,
  { algorithm, digest }: Checksum,
): AsyncGenerator<Uint8Array> {
  const hash = createHash(algorithm)
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('base64') !== digest) throw checksumMismatch({})
}

const UPLOAD_PATH = new RegExp(`^(?:${API_ROOT}|${JSON_ROOT})/tus/[^/]+/*$`)

/**
 * Returns the request with the method that its header names. Some tus clients can send only POST instead of PATCH and DELETE.
 * Other requests ignore the header.
 */
export function withMethodOverride(request: Request): Request {
  if (request.method !== 'POST') return request
  const method = request.headers.get('x-http-method-override')?.toUpperCase()
  if (method !== 'PATCH' && method !== 'DELETE') return request
  const isTus = request.headers.has('tus-resumable') && UPLOAD_PATH.test(new URL(request.url).pathname)
  return isTus ? new Request(request, { method }) : request
}

/** Sets the version of the protocol in every response to a tus client, and the supported version if the client has another. */
export function setTusHeaders(request: Request, response: Response): void {
  if (request.headers.has('tus-resumable')) response.headers.set('tus-resumable', TUS_VERSION)
  if (response.status === 412) response.headers.set('tus-version', TUS_VERSION)
}

/** Returns the values of a header such as `filename d29ybGQ=,is_private`, or undefined if it is malformed. Values are in Base64. */
export function readMetadata(header: string): Map<string, string> | undefined {
  const metadata = new Map<string, string>()
  for (const pair of header.split(',').map((text) => text.trim())) {
    if (pair === '') continue
    const [name = '', encoded = '', ...more] = pair.split(' ')
    const value = textOfBase64(encoded)
    if (value === undefined || more.length > 0) return undefined
    metadata.set(name, value)
  }
  return metadata
}

function textOfBase64(encoded: string): string | undefined {
  try {
    return strictUtf8.decode(Uint8Array.fromBase64(encoded))
  } catch {
    return undefined
  }
}
