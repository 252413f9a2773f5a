import { waitUntil } from 'cloudflare:workers'
import * as v from 'valibot'
import { inHeader, naturalNumber, optional, text } from '../../api/params'
import { options } from '../../api/respond'
import { API_ROOT } from '../../api/routes'
import {
  invalidMetadata,
  moreThanDeclared,
  noSuchUpload,
  otherOffset,
  otherPieceType,
  otherTusVersion,
  PIECE_TYPE,
  pieceOnItsWay,
  TUS_CAPABILITIES,
  TUS_VERSION,
  uploadTooLarge,
} from '../../api/tus'
import { endpoint, type Edge } from '../../edge'
import { filesUnavailable, type Kept } from '../../store/files'
import { keyOf } from '../attachments/actions'
import { fileTooLarge, quotaExceeded } from '../attachments/rules'
import { uploadTookTooLong } from '../files/errors'
import { anyone, anyUser, theEdge } from '../users/callers'
import { accountIsDeactivated } from '../users/keys'
import { beginPiece, createUpload, endUpload, finishResumable, noteProgress, uploadOf } from './actions'
import { receivePiece, type Writing } from './receive-piece'
import { tooManyUploads, type ResumableUpload } from './rules'

const version = { 'Tus-Resumable': inHeader(optional(text(), '')) }
const place = { upload_id: text(), ...version }
const finishErrors = [accountIsDeactivated, fileTooLarge, quotaExceeded, uploadTookTooLong, noSuchUpload]

function refuseOtherVersion({ 'Tus-Resumable': said }: { 'Tus-Resumable': string }) {
  if (said !== TUS_VERSION) throw otherTusVersion({})
}

export const getTusCapabilities = endpoint({
  route: 'OPTIONS /tus',
  summary: 'What of tus is spoken here, by which large files are uploaded in pieces.',
  caller: anyone,
  params: {},
  returns: {},
  errors: [],
  isPublic: true,
  decide: () => undefined,
  serve: ({ request, config }) => {
    const response = options({ vendor: '', origin: request.headers.get('origin') }, ['OPTIONS', 'POST'])
    for (const [name, value] of Object.entries(TUS_CAPABILITIES)) response.headers.set(name, value)
    response.headers.set('tus-max-size', String(config.max_file_upload_size_mib * 1024 * 1024))
    return response
  },
})

export const createResumableUpload = endpoint({
  route: 'POST /tus',
  summary: 'Begin to upload a file in pieces.',
  caller: anyUser,
  params: { ...version, 'Upload-Length': inHeader(naturalNumber()), 'Upload-Metadata': inHeader(optional(text(), '')) },
  streams: true,
  returns: {},
  errors: [otherTusVersion, invalidMetadata, uploadTooLarge, tooManyUploads, filesUnavailable, ...finishErrors],
  decide: (realm, actor, { 'Upload-Length': size, 'Upload-Metadata': metadata, ...said }) => {
    refuseOtherVersion(said)
    return createUpload(realm, actor, size, metadata)
  },
  serve: async (edge, upload) => {
    const headers = { ...toldOf(upload), location: `${edge.realm_url}${API_ROOT}/tus/${upload.upload_id}` }
    if (!isWriting(upload)) return new Response(null, { status: 201, headers })
    // Of an empty file all has come already.
    const kept = await edge.files.put(keyOf(upload.upload_id), new Uint8Array(), 'application/octet-stream')
    return finished(edge, upload, kept, { status: 201, headers })
  },
})

export const getResumableUpload = endpoint({
  route: 'HEAD /tus/:upload_id',
  summary: 'How much of a file has come.',
  caller: anyUser,
  params: place,
  returns: {},
  errors: [otherTusVersion, noSuchUpload],
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

export const sendPiece = endpoint({
  route: 'PATCH /tus/:upload_id',
  summary: 'Send a piece of a file. Where it was the last, the answer is that of an upload.',
  caller: anyUser,
  params: { ...place, 'Upload-Offset': inHeader(naturalNumber()), 'Content-Type': inHeader(optional(text(), '')) },
  streams: true,
  returns: {},
  errors: [
    otherTusVersion,
    otherPieceType,
    otherOffset,
    pieceOnItsWay,
    moreThanDeclared,
    filesUnavailable,
    ...finishErrors,
  ],
  decide: (realm, actor, { upload_id, 'Upload-Offset': offset, 'Content-Type': type, ...said }) => {
    refuseOtherVersion(said)
    if (type !== PIECE_TYPE) throw otherPieceType({})
    return beginPiece(realm, actor, upload_id, offset)
  },
  serve: (edge, upload) => {
    const answer = received(edge, upload)
    // A line that breaks must not keep what came over it from being put away.
    waitUntil(answer.catch(() => undefined))
    return answer
  },
})

async function received(edge: Edge, upload: Writing): Promise<Response> {
  const piece = edge.request.body ?? new Blob([]).stream()
  const kept = await receivePiece(edge.files, upload, piece, (progress) =>
    edge.ask(noteUploadProgress, { ...progress, parts: [...progress.parts] }),
  )
  if (typeof kept === 'number')
    return new Response(null, { status: 204, headers: toldOf({ ...upload, arrived: kept }) })
  return finished(edge, upload, kept, { status: 200, headers: toldOf({ ...upload, arrived: upload.size }) })
}

async function finished(edge: Edge, upload: Writing, { etag }: Kept, init: ResponseInit): Promise<Response> {
  const { upload_id, writer } = upload
  const file = await edge.ask(finishResumableUpload, { upload_id, writer, etag })
  return Response.json({ result: 'success', msg: '', ...file }, init)
}

export const endResumableUpload = endpoint({
  route: 'DELETE /tus/:upload_id',
  summary: 'Give up an upload, and what has come of it.',
  caller: anyUser,
  params: place,
  streams: true,
  returns: {},
  errors: [otherTusVersion, noSuchUpload],
  decide: (realm, actor, { upload_id, ...said }) => {
    refuseOtherVersion(said)
    endUpload(realm, uploadOf(realm, actor, upload_id))
  },
  serve: () => new Response(null, { status: 204 }),
})

export const noteUploadProgress = endpoint({
  route: 'INNER /note_upload_progress',
  summary: 'So much of a file has come.',
  caller: theEdge,
  params: {
    upload_id: text(),
    writer: text(),
    arrived: v.number(),
    r2_upload_id: v.nullable(text()),
    parts: v.array(v.object({ partNumber: v.number(), etag: text() })),
    isDone: v.boolean(),
  },
  returns: {},
  errors: [noSuchUpload],
  decide: (realm, _, progress) => noteProgress(realm, progress),
})

export const finishResumableUpload = endpoint({
  route: 'INNER /finish_resumable_upload',
  summary: 'Make a file of what has come in pieces.',
  caller: theEdge,
  params: { upload_id: text(), writer: text(), etag: text() },
  returns: { url: v.string(), uri: v.string(), filename: v.string() },
  errors: finishErrors,
  decide: (realm, _, arrived) => {
    const { path_id, name } = finishResumable(realm, arrived)
    const url = `/user_uploads/${path_id}`
    return { url, uri: url, filename: name }
  },
})

const isWriting = (upload: ResumableUpload): upload is Writing => upload.writer !== null

const toldOf = ({ arrived, expires_at }: ResumableUpload): Record<string, string> => ({
  'upload-offset': String(arrived),
  'upload-expires': new Date(expires_at * 1000).toUTCString(),
})
