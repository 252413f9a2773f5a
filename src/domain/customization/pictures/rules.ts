import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { says } from '../../realm/files/bytes'

/** A picture of a kind that every browser shows, and what file names of it end in. */
export type PictureKind = { content_type: string; ending: string }

const KINDS: (PictureKind & { begins: (bytes: Uint8Array) => boolean })[] = [
  { content_type: 'image/png', ending: 'png', begins: (bytes) => says(bytes, 0, '\x89PNG\r\n\x1a\n') },
  { content_type: 'image/jpeg', ending: 'jpg', begins: (bytes) => says(bytes, 0, '\xff\xd8\xff') },
  { content_type: 'image/gif', ending: 'gif', begins: (bytes) => says(bytes, 0, 'GIF87a') || says(bytes, 0, 'GIF89a') },
  { content_type: 'image/webp', ending: 'webp', begins: (bytes) => says(bytes, 0, 'RIFF') && says(bytes, 8, 'WEBP') },
]

export const notAPicture = apiError('BAD_IMAGE', () => 'Could not decode image; did you upload an image file?')
const pictureTooLarge = badRequest(
  (f: { limit_mib: number }) => `Uploaded file is larger than the allowed limit of ${f.limit_mib} MiB`,
)
/** All that a picture may be refused for, beside how many came. */
export const pictureErrors = [notAPicture, pictureTooLarge]

export const MAX_PICTURE_MIB = 5
/** Forms with a picture in them are as large as that, and a little more for what is around it. */
export const PICTURE_BODY_LIMIT = (MAX_PICTURE_MIB + 1) * 1024 * 1024

/** What its bytes say that it is: neither its name nor whoever sends it is believed. */
export function pictureKind(bytes: Uint8Array): PictureKind | ApiError {
  if (bytes.length > MAX_PICTURE_MIB * 1024 * 1024) return pictureTooLarge({ limit_mib: MAX_PICTURE_MIB })
  return KINDS.find(({ begins }) => begins(bytes)) ?? notAPicture({})
}
