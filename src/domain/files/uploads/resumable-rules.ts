import { badRequest, type ApiError } from '../../../api/errors'
import { chunkInProgress, offsetMismatch, readMetadata } from '../../../api/tus'
import { contentTypeOf } from '../../realm/files/content-types'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { normalizeFileName } from './rules'

/** A file that a client uploads in pieces, by the tus protocol. */
export type ResumableUpload = {
  upload_id: string
  user_id: number
  metadata: string // the header Upload-Metadata
  size: number
  stored_bytes: number // the offset at which the next piece begins
  r2_upload_id: string | null // of R2's multipart upload; null: no part is full yet
  parts: readonly R2UploadedPart[]
  writer: string | null // the request that stores a piece at this moment
  written_at: number // when a writer last reported progress
  expires_at: number
}

export const tooManyUploads = badRequest(() => 'Finish or cancel some of your uploads before you begin another')

/** Each upload has a row until it is finished or expires. */
export const MAX_UPLOADS_PER_USER = 100

export const UPLOAD_SECONDS = SECONDS_PER_DAY
/** An upload without any piece expires earlier, because it reserves space. */
export const FIRST_PIECE_SECONDS = 3600
/** A writer reports each part. After this time without a report, another request may write. */
export const WRITER_SECONDS = 60

/** Returns why a piece cannot begin at this offset now. */
export function refusalOfPiece(upload: ResumableUpload, offset: number, now: number): ApiError | undefined {
  if (upload.writer !== null && upload.written_at > now - WRITER_SECONDS) return chunkInProgress({})
  return offset === upload.stored_bytes ? undefined : offsetMismatch({})
}

/** Returns the name and the type of the file, or undefined if the metadata is malformed. */
export function findFileMetadata(metadata: string): { name: string; content_type: string } | undefined {
  const values = readMetadata(metadata)
  if (values === undefined) return undefined
  const name = normalizeFileName(values.get('filename') ?? values.get('name') ?? '')
  return { name, content_type: contentTypeOf(values.get('filetype') ?? values.get('type') ?? '', name) }
}
