import { ApiError } from '../../../api/errors'
import { noSuchUpload, uploadTooLarge } from '../../../api/tus'
import type { Realm } from '../../../realm'
import { finishUpload, keyOf, roomBeside } from '../attachments/actions'
import type { Attachment } from '../attachments/attachment'
import { fileTooLarge, mostBytes, refusalOfSize } from '../attachments/rules'
import { doom } from '../../realm/files/storage'
import type { User } from '../../people/users/user'
import {
  fileMeant,
  MOST_UPLOADS_AT_ONCE,
  refusalOfPiece,
  tooManyUploads,
  FIRST_PIECE_SECONDS,
  UPLOAD_SECONDS,
  type ResumableUpload,
} from './rules'
import { countUploadsOf, deleteUpload, insertUpload, maybeUpload, spacePromised, updateUpload } from './storage'

const ID_LETTERS = 30
const WRITER_LETTERS = 12
const SECONDS_OF_NO_NEWS = 600

/** Where that waits which does not fill a part of R2's. */
export const restKeyOf = (upload_id: string): string => `${keyOf(upload_id)}-rest`

export type Announced = Pick<ResumableUpload, 'size' | 'metadata'>

/** Somebody will send a file in pieces. What others have announced and not sent yet is room that is taken. */
export function createUpload(realm: Realm, { user_id }: User, { size, metadata }: Announced): ResumableUpload {
  const meant = fileMeant(metadata)
  if (meant instanceof ApiError) throw meant
  if (countUploadsOf(realm, user_id) >= MOST_UPLOADS_AT_ONCE) throw tooManyUploads({})
  const room = roomBeside(realm, spacePromised(realm))
  if (size > mostBytes(room)) throw uploadTooLarge({ msg: fileTooLarge(room).message })
  const refusal = refusalOfSize(size, room)
  if (refusal) throw refusal
  const now = realm.now()
  const upload: ResumableUpload = {
    upload_id: realm.randomKey(ID_LETTERS),
    user_id,
    metadata,
    size,
    arrived: 0,
    r2_upload_id: null,
    parts: [],
    writer: null,
    written_at: now,
    expires_at: now + FIRST_PIECE_SECONDS,
  }
  insertUpload(realm, upload)
  doomBoth(realm, upload)
  return upload
}

/** Nobody but who began it knows of an upload. */
export function uploadOf(realm: Realm, { user_id }: User, upload_id: string): ResumableUpload {
  const upload = maybeUpload(realm, upload_id)
  if (upload?.user_id !== user_id || upload.expires_at <= realm.now()) throw noSuchUpload({})
  return upload
}

/** A piece comes. Until it is put away no other may: they would write over one another. */
export function beginPiece(
  realm: Realm,
  actor: User,
  upload_id: string,
  offset: number,
): ResumableUpload & { writer: string } {
  const upload = uploadOf(realm, actor, upload_id)
  const refusal = refusalOfPiece(upload, offset, realm.now())
  if (refusal) throw refusal
  const begun = { ...livingOn(realm, upload), writer: realm.randomKey(WRITER_LETTERS), written_at: realm.now() }
  updateUpload(realm, begun)
  return begun
}

export type Progress = Pick<ResumableUpload, 'upload_id' | 'arrived' | 'r2_upload_id' | 'parts'> & {
  writer: string
  isDone: boolean
}

/** So much is kept for good: whatever becomes of the rest, the upload goes on from here. */
export function noteProgress(realm: Realm, actor: User, { upload_id, writer, isDone, ...kept }: Progress): void {
  const upload = livingOn(realm, beingWritten(realm, actor, { upload_id, writer }))
  updateUpload(realm, { ...upload, ...kept, writer: isDone ? null : writer, written_at: realm.now() })
}

/** It lives on with each piece, and each part of one; but its end is not put off anew for every one. */
function livingOn(realm: Realm, upload: ResumableUpload): ResumableUpload {
  const expires_at = realm.now() + UPLOAD_SECONDS
  if (expires_at <= upload.expires_at + SECONDS_OF_NO_NEWS) return upload
  const after = { ...upload, expires_at }
  doomBoth(realm, after)
  return after
}

/** All of it is kept: it is a file like any other from here on. */
export function finishResumable(realm: Realm, actor: User, { upload_id, writer, etag }: Finished): Attachment {
  const { user_id, metadata, size } = beingWritten(realm, actor, { upload_id, writer })
  const meant = fileMeant(metadata)
  if (meant instanceof ApiError) throw meant
  deleteUpload(realm, upload_id)
  doom(realm, restKeyOf(upload_id), realm.now())
  return finishUpload(realm, { ...meant, user_id, token: upload_id, size, etag }, spacePromised(realm))
}

export type Finished = { upload_id: string; writer: string; etag: string }

/** It is not wanted after all. What R2 has of it goes in a moment. */
export function endUpload(realm: Realm, upload: ResumableUpload): void {
  const now = realm.now()
  updateUpload(realm, { ...upload, writer: null, expires_at: now })
  for (const key of keysOf(upload)) doom(realm, key, now)
  realm.wakeAt(now)
}

/** Nobody will go on with what nobody was told of. */
export function endUntold(realm: Realm, { user_id }: User, upload_id: string): void {
  const upload = maybeUpload(realm, upload_id)
  if (upload?.user_id === user_id) endUpload(realm, upload)
}

type Writer = { upload_id: string; writer: string }

function beingWritten(realm: Realm, actor: User, { upload_id, writer }: Writer): ResumableUpload {
  const upload = uploadOf(realm, actor, upload_id)
  if (upload.writer !== writer) throw noSuchUpload({})
  return upload
}

const keysOf = ({ upload_id }: ResumableUpload) => [keyOf(upload_id), restKeyOf(upload_id)]

function doomBoth(realm: Realm, upload: ResumableUpload): void {
  for (const key of keysOf(upload)) doom(realm, key, upload.expires_at)
}
