import { badRequest, type ApiError } from '../../../api/errors'
import { invalidMetadata, offsetMismatch, chunkInProgress, readMetadata } from '../../../api/tus'
import { nameKept } from '../attachments/rules'
import { contentTypeOf } from '../../realm/files/content-types'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'

/** A file that comes in pieces. */
export type ResumableUpload = {
  upload_id: string
  user_id: number
  metadata: string // as the client said it
  size: number
  arrived: number // the bytes that are kept for good
  r2_upload_id: string | null // null: no part is full yet
  parts: readonly R2UploadedPart[]
  writer: string | null // whoever puts a piece away at the moment
  written_at: number
  expires_at: number
}

export const tooManyUploads = badRequest(() => 'Finish or give up some of your uploads before you begin another')

/** Nobody sends so many files at once; each takes rows until it is finished or given up. */
export const MOST_UPLOADS_AT_ONCE = 100

/** Room is kept for what has begun to come; and only for a while for what was announced and nothing came of. */
export const UPLOAD_SECONDS = SECONDS_PER_DAY
export const FIRST_PIECE_SECONDS = 3600
/** Whoever writes says so with every part; one that falls silent for so long has died. */
const WRITER_SECONDS = 60

/** May a piece begin here, now? */
export function refusalOfPiece(upload: ResumableUpload, offset: number, now: number): ApiError | undefined {
  if (upload.writer !== null && upload.written_at > now - WRITER_SECONDS) return chunkInProgress({})
  return offset === upload.arrived ? undefined : offsetMismatch({})
}

/** What the file is called, and what it is said to be. */
export function fileMeant(metadata: string): { name: string; content_type: string } | ApiError {
  const said = readMetadata(metadata)
  if (said === undefined) return invalidMetadata({})
  const name = nameKept(said.get('filename') ?? said.get('name') ?? '')
  return { name, content_type: contentTypeOf(said.get('filetype') ?? said.get('type') ?? '', name) }
}
