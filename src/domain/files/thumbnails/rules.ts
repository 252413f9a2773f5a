import { hasTooManyPixels, MAX_SHRUNK_FILE_BYTES } from '../../../images/limits'
import type { Picture } from '../../../images/picture'
import type { ThumbnailState } from '../attachments/attachment'

/** A Worker that needs longer has died, of this picture or of another one in its memory. It is not tried again. */
export const THUMBNAIL_SECONDS = 60

/** Returns the state for a new picture. One that says it is too large is not decoded, neither here nor in browsers. */
export function firstThumbnailState(picture: Picture, bytes: number): ThumbnailState {
  if (hasTooManyPixels(picture, bytes)) return 'failed'
  return bytes > MAX_SHRUNK_FILE_BYTES ? 'original' : 'pending'
}

type StoredPicture = { size: number; etag: string }

/** What became of the attempt to make a thumbnail. `busy`: nothing was tried. */
export type ThumbnailOutcome =
  | (StoredPicture & { state: 'ready'; isAnimated: boolean; animation?: StoredPicture })
  | { state: 'failed' | 'original' | 'busy' }

/** Returns the state after an attempt. For a picture that messages show already, a failure changes nothing that they show. */
export function stateAfter(before: 'pending' | 'requested', { state }: ThumbnailOutcome): ThumbnailState | null {
  if (state === 'busy') return null
  return state === 'failed' && before === 'requested' ? 'original' : state
}
