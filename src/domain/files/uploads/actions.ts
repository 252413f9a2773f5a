import type { ReadOnlyRealm, Realm } from '../../../realm'
import { uploadTookTooLong } from '../../realm/files/errors'
import { cancelFileDeletion, scheduleFileDeletion } from '../../realm/files/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmNumber } from '../../realm/settings/realm-number'
import { addAttachment } from '../attachments/actions'
import type { Attachment } from '../attachments/attachment'
import type { Picture } from '../../../images/picture'
import { spaceUsed } from '../attachments/storage'
import { uploadLimitOf } from '../../people/users/upload-limit'
import { findUser } from '../../people/users/storage'
import { firstThumbnailState, THUMBNAIL_SECONDS } from '../thumbnails/rules'
import { newPathId, refusalOfSize, type UploadSpace } from './rules'
import { spaceReserved } from './storage'
import { uploadKey } from '../attachments/upload-keys'

const TOKEN_LENGTH = 30
const UPLOAD_SECONDS = SECONDS_PER_DAY

/** Returns the limits for a new file of a user. Space that is reserved for announced uploads counts as used. */
export const uploadSpace = (realm: ReadOnlyRealm, user_id: number): UploadSpace => ({
  limit_mib: uploadLimitOf(realm, findUser(realm, user_id)),
  quota_mib: realm.config.upload_quota_mib,
  used: spaceUsed(realm) + spaceReserved(realm.sql, realm.now()),
})

/** The token under which the Worker may store a file, and the limits for its size. */
export type StartedUpload = { token: string; space: UploadSpace }

/**
 * Starts an upload. It has three steps: the realm permits it, the Worker stores the bytes in R2, and the realm adds the file.
 * The first step schedules the deletion of the bytes, in case that the last step never happens.
 */
export function beginUpload(realm: Realm, user_id: number): StartedUpload {
  const token = realm.randomKey(TOKEN_LENGTH)
  scheduleFileDeletion(realm, uploadKey(token), realm.now() + UPLOAD_SECONDS)
  return { token, space: uploadSpace(realm, user_id) }
}

export type StoredUpload = {
  user_id: number
  token: string
  name: string
  size: number
  content_type: string
  etag: string
  picture: Picture | null
}

/** Adds the file whose bytes are in R2. Checks the limits again, because other uploads can have ended in the meantime. */
export function finishUpload(realm: Realm, { user_id, token, picture, ...file }: StoredUpload): Attachment {
  const refusal = refusalOfSize(file.size, uploadSpace(realm, user_id))
  if (refusal) throw refusal
  const key = uploadKey(token)
  if (!cancelFileDeletion(realm, key)) throw uploadTookTooLong({})
  const path_id = newPathId(realmNumber(realm), token, file.name)
  const { content_type: picture_type, width, height } = picture ?? NO_PICTURE
  const facts = { picture_type, width, height, owner_id: user_id, created_at: realm.now() }
  const thumbnail = picture === null ? null : firstThumbnailState(picture, file.size)
  const thumbnail_due = thumbnail === 'pending' ? realm.now() + THUMBNAIL_SECONDS : null
  if (thumbnail_due !== null) realm.wakeAt(thumbnail_due)
  return addAttachment(realm, { ...file, ...facts, path_id, key, thumbnail, thumbnail_due })
}

const NO_PICTURE = { content_type: null, width: null, height: null }
