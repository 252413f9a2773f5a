import { waitUntil } from 'cloudflare:workers'
import { inHeader, naturalNumber, optional, shortText, text } from '../../../api/params'
import { respondToOptions } from '../../../api/respond'
import { apiRootOf } from '../../../api/routes'
import {
  invalidChecksum,
  invalidMetadata,
  uploadLengthExceeded,
  uploadDoesNotExist,
  checksumMismatch,
  offsetMismatch,
  invalidChunkType,
  unsupportedTusVersion,
  CHUNK_TYPE,
  chunkInProgress,
  readChecksum,
  TUS_CAPABILITIES,
  TUS_VERSION,
  uploadTooLarge,
  type Checksum,
} from '../../../api/tus'
import { endpoint, type Edge } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { pathOfUrl, uploadFields } from '../attachments/attachment'
import { uploadTookTooLong } from '../../realm/files/errors'
import { anyone, anyUser } from '../../people/users/callers'
import { makeThumbnailLater } from '../thumbnails/make-thumbnail'
import { pieceSteps } from './piece-steps'
import { readStoredPicture } from './read-picture'
import { receivePiece, type Piece } from './receive-piece'
import {
  beginPiece,
  cancelUpload,
  createUpload,
  getUpload,
  requireFileMetadata,
  type Progress,
  type UploadWithWriter,
} from './resumable-actions'
import { tooManyUploads, type ResumableUpload } from './resumable-rules'
import { fileTooLarge, quotaExceeded } from './rules'
import { uploadKey } from '../attachments/upload-keys'

const versionHeader = { 'Tus-Resumable': inHeader(optional(shortText(), '')) }
const uploadParams = { upload_id: shortText(), ...versionHeader }
const pieceHeaders = {
  'Content-Type': inHeader(optional(shortText(), '')),
  'Upload-Checksum': inHeader(optional(shortText(), '')),
}
const pieceErrors = [
  invalidChecksum,
  checksumMismatch,
  uploadLengthExceeded,
  filesUnavailable,
  fileTooLarge,
  quotaExceeded,
  uploadTookTooLong,
  uploadDoesNotExist,
]

function requireVersion({ 'Tus-Resumable': version }: { 'Tus-Resumable': string }) {
  if (version !== TUS_VERSION) throw unsupportedTusVersion({})
}

/** Returns the checksum that the client sent, or undefined if it sent none. Throws if the header is malformed. */
function getChecksum({ 'Upload-Checksum': header }: { 'Upload-Checksum': string }): Checksum | undefined {
  if (header === '') return undefined
  const checksum = readChecksum(header)
  if (checksum === undefined) throw invalidChecksum({})
  return checksum
}

export const getTusCapabilities = endpoint.public({
  route: 'OPTIONS /tus',
  summary: 'Get the capabilities of tus, the protocol by which clients upload large files in pieces.',
  caller: anyone,
  params: {},
  errors: [],
  serves: {
    204: { description: 'The capabilities, in headers.', headers: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension'] },
  },
  serve: ({ request, config }) => {
    const response = respondToOptions({ vendor: '', origin: request.headers.get('origin') }, ['OPTIONS', 'POST'])
    for (const [name, value] of Object.entries(TUS_CAPABILITIES)) response.headers.set(name, value)
    response.headers.set('tus-max-size', String(config.max_file_upload_size_mib * 1024 * 1024))
    return response
  },
})

export const createResumableUpload = endpoint.file({
  route: 'POST /tus',
  summary: 'Begin to upload a file in pieces. The request can have the first piece.',
  caller: anyUser,
  params: {
    ...versionHeader,
    'Upload-Length': inHeader(naturalNumber()),
    'Upload-Metadata': inHeader(optional(text(10_000), '')),
    ...pieceHeaders,
  },
  streams: 'bytes of a file',
  serves: {
    201: {
      description:
        'The server created the upload, and stored the first piece if there was one. If that was the whole file, the response is the one of `POST /user_uploads`.',
      headers: ['Location', 'Upload-Offset'],
      fields: uploadFields,
      mayBeEmpty: true,
    },
  },
  errors: [unsupportedTusVersion, invalidMetadata, uploadTooLarge, tooManyUploads, ...pieceErrors],
  steps: pieceSteps,
  decide: (realm, actor, { 'Upload-Length': size, 'Upload-Metadata': metadata, ...headers }) => {
    requireVersion(headers)
    getChecksum(headers)
    const upload = createUpload(realm, actor, { size, metadata })
    // An empty file is complete without a piece.
    const hasPiece = size === 0 || headers['Content-Type'] === CHUNK_TYPE
    return hasPiece ? beginPiece(realm, actor, upload.upload_id, 0) : upload
  },
  serve: async (edge, upload, headers) => {
    const outcome = hasWriter(upload)
      ? await receiveFirstPiece(edge, upload, getChecksum(headers))
      : { headers: progressHeaders(upload) }
    const location = `${edge.realm_url}${apiRootOf(new URL(edge.request.url))}/tus/${upload.upload_id}`
    return responseFor({ ...outcome, headers: { ...outcome.headers, location } }, 201)
  },
})

/** If the first piece is refused, cancels the upload: the client gets an error and does not know the URL. */
async function receiveFirstPiece(
  edge: Edge,
  upload: UploadWithWriter,
  checksum: Checksum | undefined,
): Promise<Outcome> {
  try {
    return await receive(edge, upload, checksum)
  } catch (error) {
    await edge.ask(pieceSteps.cancelUpload, { upload_id: upload.upload_id }).catch(() => undefined)
    throw error
  }
}

export const getResumableUpload = endpoint.file({
  route: 'HEAD /tus/:upload_id',
  summary: 'Get how many bytes of a file the server has.',
  caller: anyUser,
  params: uploadParams,
  errors: [unsupportedTusVersion, uploadDoesNotExist],
  serves: { 200: { description: 'The number of bytes, in headers.', headers: ['Upload-Offset', 'Upload-Length'] } },
  decide: (realm, actor, { upload_id, ...headers }) => {
    requireVersion(headers)
    return getUpload(realm, actor, upload_id)
  },
  serve: (_, upload) => {
    const { size, metadata } = upload
    const headers = new Headers({ ...progressHeaders(upload), 'upload-length': String(size) })
    if (metadata !== '') headers.set('upload-metadata', metadata)
    return new Response(null, { headers })
  },
})

export const sendPiece = endpoint.file({
  route: 'PATCH /tus/:upload_id',
  summary: 'Send a piece of a file. For the last piece, the response is the one of `POST /user_uploads`.',
  caller: anyUser,
  params: { ...uploadParams, 'Upload-Offset': inHeader(naturalNumber()), ...pieceHeaders },
  streams: 'bytes of a file',
  serves: {
    200: { description: 'The piece was the last one.', headers: ['Upload-Offset'], fields: uploadFields },
    204: { description: 'The file is not complete yet.', headers: ['Upload-Offset'] },
  },
  errors: [unsupportedTusVersion, invalidChunkType, offsetMismatch, chunkInProgress, ...pieceErrors],
  steps: pieceSteps,
  decide: (realm, actor, { upload_id, 'Upload-Offset': offset, ...headers }) => {
    requireVersion(headers)
    if (headers['Content-Type'] !== CHUNK_TYPE) throw invalidChunkType({})
    getChecksum(headers)
    return beginPiece(realm, actor, upload_id, offset)
  },
  serve: async (edge, upload, headers) => {
    const outcome = await receive(edge, upload, getChecksum(headers))
    return responseFor(outcome, outcome.file ? 200 : 204)
  },
})

type Outcome = { headers: Record<string, string>; file?: { url: string; uri: string; filename: string } }

/** Stores a piece, and adds the file if the piece was the last one. */
async function receive(edge: Edge, upload: UploadWithWriter, checksum: Checksum | undefined): Promise<Outcome> {
  const piece = { bytes: edge.request.body ?? new Blob([]).stream(), checksum }
  const outcome = storePiece(edge, upload, piece)
  // If the connection breaks, the Worker still stores the bytes that arrived.
  waitUntil(outcome.catch(() => undefined))
  return outcome
}

async function storePiece(edge: Edge, upload: UploadWithWriter, piece: Piece): Promise<Outcome> {
  const saveProgress = (progress: Progress) => edge.ask(pieceSteps.saveProgress, progress)
  const stored = await receivePiece(edge.files, upload, piece, saveProgress)
  if (typeof stored === 'number') return { headers: progressHeaders({ ...upload, stored_bytes: stored }) }
  const { upload_id, user_id, writer, size, metadata } = upload
  const { content_type } = requireFileMetadata(metadata)
  const picture = await readStoredPicture(edge.files, { key: uploadKey(upload_id), size, content_type })
  const file = await edge.ask(pieceSteps.finishUpload, { upload_id, writer, etag: stored.etag, picture })
  const key = uploadKey(upload_id)
  if (picture !== null) makeThumbnailLater(edge, { path_id: pathOfUrl(file.url), key, owner_id: user_id })
  return { headers: progressHeaders({ ...upload, stored_bytes: size }), file }
}

const responseFor = ({ headers, file }: Outcome, status: number): Response =>
  file
    ? Response.json({ result: 'success', msg: '', ...file }, { status, headers })
    : new Response(null, { status, headers })

export const endResumableUpload = endpoint.file({
  route: 'DELETE /tus/:upload_id',
  summary: 'Cancel an upload.',
  caller: anyUser,
  params: uploadParams,
  streams: 'nothing',
  serves: { 204: { description: 'The upload is cancelled.' } },
  errors: [unsupportedTusVersion, uploadDoesNotExist],
  decide: (realm, actor, { upload_id, ...headers }) => {
    requireVersion(headers)
    cancelUpload(realm, actor, upload_id)
  },
  serve: () => new Response(null, { status: 204 }),
})

const hasWriter = (upload: ResumableUpload): upload is UploadWithWriter => upload.writer !== null

const progressHeaders = ({ stored_bytes, expires_at }: ResumableUpload): Record<string, string> => ({
  'upload-offset': String(stored_bytes),
  'upload-expires': new Date(expires_at * 1000).toUTCString(),
})
