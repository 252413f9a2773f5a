import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { fileDoesNotExist } from '../../realm/files/errors'
import { scheduleFileDeletion } from '../../realm/files/storage'
import { getReadableFile } from '../attachments/access'
import type { Attachment } from '../attachments/attachment'
import { attachmentsWithPaths, updateThumbnail } from '../attachments/storage'
import { animationKey, thumbnailKey } from '../attachments/thumbnail-key'
import { stateAfter, THUMBNAIL_SECONDS, type ThumbnailOutcome } from './rules'

/** The picture of a requested thumbnail, and whether the Worker that asks has to make the thumbnail. */
export type RequestedThumbnail = { file: Attachment; mustMake: boolean }

/**
 * Returns the picture, if the viewer can read it. The first request for a thumbnail that was not tried before makes it:
 * for pictures of older versions of the server, and of copies.
 */
export function requestThumbnail(realm: Realm, viewer: User | undefined, path_id: string): RequestedThumbnail {
  const file = getReadableFile(realm, viewer, path_id)
  if (file.thumbnail === 'failed') throw fileDoesNotExist({})
  if (file.thumbnail !== null || file.picture_type === null) return { file, mustMake: false }
  const thumbnail_due = realm.now() + THUMBNAIL_SECONDS
  updateThumbnail(realm.sql, file, { ...file, thumbnail: 'requested', thumbnail_due })
  realm.wakeAt(thumbnail_due)
  return { file, mustMake: true }
}

/** What the Worker reports. Only the Worker calls this, so it needs no permission. */
export type ThumbnailReport = { path_id: string; outcome: ThumbnailOutcome }

/** Stores what became of an attempt, unless the realm has given up. The alarm then updates the messages with the picture. */
export function finishThumbnail(realm: Realm, { path_id, outcome }: ThumbnailReport): void {
  const [file] = attachmentsWithPaths(realm.sql, [path_id])
  if (file?.thumbnail !== 'pending' && file?.thumbnail !== 'requested') return
  const made = outcome.state === 'ready' ? outcome : undefined
  const now = realm.now()
  // Messages that were sent in the meantime show a placeholder.
  const isShown = file.thumbnail === 'pending' && file.unreferenced_since === null
  updateThumbnail(realm.sql, file, {
    thumbnail: stateAfter(file.thumbnail, outcome),
    thumbnail_due: isShown ? now : null,
    thumbnail_size: made?.size ?? null,
    thumbnail_etag: made?.etag ?? null,
    animation_size: made?.animation?.size ?? null,
    animation_etag: made?.animation?.etag ?? null,
    is_animated: made?.isAnimated === true ? 1 : 0,
  })
  if (isShown) realm.wakeAt(now)
}

/** Stores that the Worker which made the thumbnail has died. A later report counts no more. */
export function giveUpThumbnail(realm: Realm, file: Attachment): Attachment {
  const given = { ...file, thumbnail: 'original' as const, thumbnail_due: null }
  updateThumbnail(realm.sql, file, given)
  for (const key of [thumbnailKey(file), animationKey(file)])
    scheduleFileDeletion(realm, key, realm.now() + THUMBNAIL_SECONDS)
  return given
}
