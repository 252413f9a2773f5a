import { invalidMetadata, uploadDoesNotExist, uploadTooLarge } from '../../../api/tus'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { scheduleFileDeletion } from '../../realm/files/storage'
import type { Attachment } from '../attachments/attachment'
import type { Picture } from '../../../images/picture'
import { finishUpload, uploadSpace } from './actions'
import {
  findFileMetadata,
  FIRST_PIECE_SECONDS,
  refusalOfPiece,
  tooManyUploads,
  UPLOAD_SECONDS,
  MAX_UPLOADS_PER_USER,
  WRITER_SECONDS,
  type ResumableUpload,
} from './resumable-rules'
import { fileBytesMax, fileTooLarge, refusalOfSize } from './rules'
import { countUploadsOf, deleteUpload, findUpload, insertUpload, updateUpload } from './storage'
import { remainderKey, uploadKey } from '../attachments/upload-keys'

const ID_LENGTH = 30
const WRITER_LENGTH = 12
const EXPIRY_STEP_SECONDS = 600

/** Announces a file that the user will send in pieces. Its size is reserved until the upload is finished or expires. */
export function createUpload(
  realm: Realm,
  { user_id }: User,
  { size, metadata }: Pick<ResumableUpload, 'size' | 'metadata'>,
): ResumableUpload {
  requireFileMetadata(metadata)
  const now = realm.now()
  if (countUploadsOf(realm.sql, user_id, now) >= MAX_UPLOADS_PER_USER) throw tooManyUploads({})
  const space = uploadSpace(realm, user_id)
  if (size > fileBytesMax(space)) throw uploadTooLarge({ msg: fileTooLarge(space).message })
  const refusal = refusalOfSize(size, space)
  if (refusal) throw refusal
  const upload: ResumableUpload = {
    upload_id: realm.randomKey(ID_LENGTH),
    user_id,
    metadata,
    size,
    stored_bytes: 0,
    r2_upload_id: null,
    parts: [],
    writer: null,
    written_at: now,
    expires_at: now + FIRST_PIECE_SECONDS,
  }
  insertUpload(realm.sql, upload)
  scheduleBytesDeletion(realm, upload)
  return upload
}

/** Returns the actor's upload. Throws `uploadDoesNotExist` if it belongs to another user or has expired. */
export function getUpload(realm: ReadOnlyRealm, { user_id }: User, upload_id: string): ResumableUpload {
  const upload = findUpload(realm.sql, upload_id)
  if (upload?.user_id !== user_id || upload.expires_at <= realm.now()) throw uploadDoesNotExist({})
  return upload
}

/** An upload to which a request writes a piece at this moment. */
export type UploadWithWriter = ResumableUpload & { writer: string }

/** Makes the request the only writer of the upload, so that two requests cannot overwrite each other's pieces. */
export function beginPiece(realm: Realm, actor: User, upload_id: string, offset: number): UploadWithWriter {
  const upload = getUpload(realm, actor, upload_id)
  const refusal = refusalOfPiece(upload, offset, realm.now())
  if (refusal) throw refusal
  const extended = extendExpiry(realm, upload)
  const withWriter = { ...extended, writer: realm.randomKey(WRITER_LENGTH), written_at: realm.now() }
  updateUpload(realm.sql, withWriter)
  return withWriter
}

/** The state of an upload that its writer reports. `isDone`: the request writes nothing more. */
export type Progress = Pick<ResumableUpload, 'upload_id' | 'stored_bytes' | 'r2_upload_id' | 'parts'> & {
  writer: string
  isDone: boolean
}

/** Stores how far the upload is. If the writer fails, the client continues from there. */
export function saveProgress(realm: Realm, actor: User, { upload_id, writer, isDone, ...progress }: Progress): void {
  const upload = extendExpiry(realm, requireWriter(realm, actor, { upload_id, writer }))
  updateUpload(realm.sql, { ...upload, ...progress, writer: isDone ? null : writer, written_at: realm.now() })
}

/** Each part of a piece extends the life of the upload. Extends it in steps, because each extension writes rows. */
function extendExpiry(realm: Realm, upload: ResumableUpload): ResumableUpload {
  const expires_at = realm.now() + UPLOAD_SECONDS
  if (expires_at <= upload.expires_at + EXPIRY_STEP_SECONDS) return upload
  const extended = { ...upload, expires_at }
  scheduleBytesDeletion(realm, extended)
  return extended
}

/** A writer that stored all bytes of the file, their ETag in R2, and the picture that they are. */
export type FinishedPiece = Writer & { etag: string; picture: Picture | null }

/** Adds the file of an upload whose last piece is stored. */
export function finishResumableUpload(
  realm: Realm,
  actor: User,
  { upload_id, writer, etag, picture }: FinishedPiece,
): Attachment {
  const { user_id, metadata, size } = requireWriter(realm, actor, { upload_id, writer })
  const file = requireFileMetadata(metadata)
  deleteUpload(realm.sql, upload_id)
  scheduleFileDeletion(realm, remainderKey(upload_id), realm.now())
  return finishUpload(realm, { ...file, user_id, token: upload_id, size, etag, picture })
}

/** Cancels the actor's upload. The alarm deletes its bytes from R2. */
export function cancelUpload(realm: Realm, actor: User, upload_id: string): void {
  expireUpload(realm, getUpload(realm, actor, upload_id))
}

/** Cancels an upload whose first piece was refused: the client does not know its URL, so it cannot continue. */
export function cancelRefusedUpload(realm: Realm, { user_id }: User, upload_id: string): void {
  const upload = findUpload(realm.sql, upload_id)
  if (upload?.user_id === user_id) expireUpload(realm, upload)
}

function expireUpload(realm: Realm, upload: ResumableUpload): void {
  const expired = { ...upload, writer: null, expires_at: realm.now() }
  updateUpload(realm.sql, expired)
  // The writer of a piece may have died, and R2 receives its bytes later: then nothing would delete them.
  const lastWrite = upload.writer === null ? realm.now() : realm.now() + WRITER_SECONDS
  scheduleBytesDeletion(realm, { ...expired, expires_at: lastWrite })
  realm.wakeAt(expired.expires_at)
}

type Writer = { upload_id: string; writer: string }

/** Throws `uploadDoesNotExist` if another request became the writer: this one took too long. */
function requireWriter(realm: ReadOnlyRealm, actor: User, { upload_id, writer }: Writer): ResumableUpload {
  const upload = getUpload(realm, actor, upload_id)
  if (upload.writer !== writer) throw uploadDoesNotExist({})
  return upload
}

export function requireFileMetadata(metadata: string): { name: string; content_type: string } {
  const file = findFileMetadata(metadata)
  if (file === undefined) throw invalidMetadata({})
  return file
}

/** The alarm deletes the bytes from R2 when the upload expires, unless it is finished before. */
function scheduleBytesDeletion(realm: Realm, { upload_id, expires_at }: ResumableUpload): void {
  for (const key of [uploadKey(upload_id), remainderKey(upload_id)]) scheduleFileDeletion(realm, key, expires_at)
}
