import { waitUntil } from 'cloudflare:workers'
import { inHeader, naturalNumber, optional, shortText, text } from '../../../api/params'
import { options } from '../../../api/respond'
import { API_ROOT } from '../../../api/routes'
import {
  invalidChecksum,
  invalidMetadata,
  uploadLengthExceeded,
  noSuchUpload,
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
import { uploaded } from '../attachments/attachment'
import { fileTooLarge, quotaExceeded } from '../attachments/rules'
import { uploadTookTooLong } from '../../realm/files/errors'
import { anyone, anyUser } from '../../people/users/callers'
import { beginPiece, createUpload, endUpload, uploadOf } from './actions'
import { pieceSteps } from './piece-steps'
import { receivePiece, type Piece, type Writing } from './receive-piece'
import { tooManyUploads, type ResumableUpload } from './rules'

const version = { 'Tus-Resumable': inHeader(optional(shortText(), '')) }
const place = { upload_id: shortText(), ...version }
const pieceSaid = {
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
  noSuchUpload,
]

function refuseOtherVersion({ 'Tus-Resumable': said }: { 'Tus-Resumable': string }) {
  if (said !== TUS_VERSION) throw unsupportedTusVersion({})
}

function checksumSaid({ 'Upload-Checksum': said }: { 'Upload-Checksum': string }): Checksum | undefined {
  if (said === '') return undefined
  const checksum = readChecksum(said)
  if (checksum === undefined) throw invalidChecksum({})
  return checksum
}

export const getTusCapabilities = endpoint.public({
  route: 'OPTIONS /tus',
  summary: 'What of tus is spoken here, by which large files are uploaded in pieces.',
  caller: anyone,
  params: {},
  errors: [],
  serves: {
    204: { description: 'What is spoken, in headers.', headers: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension'] },
  },
  serve: ({ request, config }) => {
    const response = options({ vendor: '', origin: request.headers.get('origin') }, ['OPTIONS', 'POST'])
    for (const [name, value] of Object.entries(TUS_CAPABILITIES)) response.headers.set(name, value)
    response.headers.set('tus-max-size', String(config.max_file_upload_size_mib * 1024 * 1024))
    return response
  },
})

export const createResumableUpload = endpoint.file({
  route: 'POST /tus',
  summary: 'Begin to upload a file in pieces.',
  caller: anyUser,
  params: {
    ...version,
    'Upload-Length': inHeader(naturalNumber()),
    'Upload-Metadata': inHeader(optional(text(10_000), '')),
    ...pieceSaid,
  },
  streams: 'a piece of a file',
  serves: {
    201: {
      description:
        'The upload has begun, and its first piece has come if there was one. Where that was all of the file, the answer is that of an upload.',
      headers: ['Location', 'Upload-Offset'],
      fields: uploaded,
      mayBeEmpty: true,
    },
  },
  errors: [unsupportedTusVersion, invalidMetadata, uploadTooLarge, tooManyUploads, ...pieceErrors],
  steps: pieceSteps,
  decide: (realm, actor, { 'Upload-Length': size, 'Upload-Metadata': metadata, ...said }) => {
    refuseOtherVersion(said)
    checksumSaid(said)
    const upload = createUpload(realm, actor, { size, metadata })
    // A first piece may come along; of an empty file all has come already.
    const hasPiece = size === 0 || said['Content-Type'] === CHUNK_TYPE
    return hasPiece ? beginPiece(realm, actor, upload.upload_id, 0) : upload
  },
  serve: async (edge, upload, said) => {
    const outcome = isWriting(upload)
      ? await firstReceived(edge, upload, checksumSaid(said))
      : { headers: toldOf(upload) }
    const location = `${edge.realm_url}${API_ROOT}/tus/${upload.upload_id}`
    return answered({ ...outcome, headers: { ...outcome.headers, location } }, 201)
  },
})

/** Where the piece that came along is refused, nobody is told where the upload is. */
async function firstReceived(edge: Edge, upload: Writing, checksum: Checksum | undefined): Promise<Outcome> {
  try {
    return await received(edge, upload, checksum)
  } catch (error) {
    await edge.ask(pieceSteps.endUpload, { upload_id: upload.upload_id }).catch(() => undefined)
    throw error
  }
}

export const getResumableUpload = endpoint.file({
  route: 'HEAD /tus/:upload_id',
  summary: 'How much of a file has come.',
  caller: anyUser,
  params: place,
  errors: [unsupportedTusVersion, noSuchUpload],
  serves: { 200: { description: 'How much has come, in headers.', headers: ['Upload-Offset', 'Upload-Length'] } },
  decide: (realm, actor, { upload_id, ...said }) => {
    refuseOtherVersion(said)
    return uploadOf(realm, actor, upload_id)
  },
  serve: (_, upload) => {
    const { size, metadata } = upload
    const headers = new Headers({ ...toldOf(upload), 'upload-length': String(size) })
    if (metadata !== '') headers.set('upload-metadata', metadata)
    return new Response(null, { headers })
  },
})

export const sendPiece = endpoint.file({
  route: 'PATCH /tus/:upload_id',
  summary: 'Send a piece of a file. Where it was the last, the answer is that of an upload.',
  caller: anyUser,
  params: { ...place, 'Upload-Offset': inHeader(naturalNumber()), ...pieceSaid },
  streams: 'a piece of a file',
  serves: {
    200: { description: 'The piece was the last.', headers: ['Upload-Offset'], fields: uploaded },
    204: { description: 'More is to come.', headers: ['Upload-Offset'] },
  },
  errors: [unsupportedTusVersion, invalidChunkType, offsetMismatch, chunkInProgress, ...pieceErrors],
  steps: pieceSteps,
  decide: (realm, actor, { upload_id, 'Upload-Offset': offset, ...said }) => {
    refuseOtherVersion(said)
    if (said['Content-Type'] !== CHUNK_TYPE) throw invalidChunkType({})
    checksumSaid(said)
    return beginPiece(realm, actor, upload_id, offset)
  },
  serve: async (edge, upload, said) => {
    const outcome = await received(edge, upload, checksumSaid(said))
    return answered(outcome, outcome.file ? 200 : 204)
  },
})

type Outcome = { headers: Record<string, string>; file?: { url: string; uri: string; filename: string } }

/** Puts a piece away, and makes a file of it all where it was the last. */
async function received(edge: Edge, upload: Writing, checksum: Checksum | undefined): Promise<Outcome> {
  const piece = { bytes: edge.request.body ?? new Blob([]).stream(), checksum }
  const putAway = putAwayOrFinished(edge, upload, piece)
  // A line that breaks must not keep what came over it from being put away.
  waitUntil(putAway.catch(() => undefined))
  return putAway
}

async function putAwayOrFinished(edge: Edge, upload: Writing, piece: Piece): Promise<Outcome> {
  const kept = await receivePiece(edge.files, upload, piece, (progress) => edge.ask(pieceSteps.noteProgress, progress))
  if (typeof kept === 'number') return { headers: toldOf({ ...upload, arrived: kept }) }
  const { upload_id, writer, size } = upload
  const file = await edge.ask(pieceSteps.finish, { upload_id, writer, etag: kept.etag })
  return { headers: toldOf({ ...upload, arrived: size }), file }
}

const answered = ({ headers, file }: Outcome, status: number): Response =>
  file
    ? Response.json({ result: 'success', msg: '', ...file }, { status, headers })
    : new Response(null, { status, headers })

export const endResumableUpload = endpoint.file({
  route: 'DELETE /tus/:upload_id',
  summary: 'Give up an upload, and what has come of it.',
  caller: anyUser,
  params: place,
  streams: 'nothing',
  serves: { 204: { description: 'The upload is gone.' } },
  errors: [unsupportedTusVersion, noSuchUpload],
  decide: (realm, actor, { upload_id, ...said }) => {
    refuseOtherVersion(said)
    endUpload(realm, uploadOf(realm, actor, upload_id))
  },
  serve: () => new Response(null, { status: 204 }),
})

const isWriting = (upload: ResumableUpload): upload is Writing => upload.writer !== null

const toldOf = ({ arrived, expires_at }: ResumableUpload): Record<string, string> => ({
  'upload-offset': String(arrived),
  'upload-expires': new Date(expires_at * 1000).toUTCString(),
})
