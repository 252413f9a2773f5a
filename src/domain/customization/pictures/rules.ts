import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { hasTextAt } from '../../../images/bytes'

/** The format of a picture. All browsers show these four. */
export type PictureFormat = { content_type: string; extension: string }

const FORMATS: (PictureFormat & { matches: (bytes: Uint8Array) => boolean })[] = [
  { content_type: 'image/png', extension: 'png', matches: (bytes) => hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n') },
  { content_type: 'image/jpeg', extension: 'jpg', matches: (bytes) => hasTextAt(bytes, 0, '\xff\xd8\xff') },
  {
    content_type: 'image/gif',
    extension: 'gif',
    matches: (bytes) => hasTextAt(bytes, 0, 'GIF87a') || hasTextAt(bytes, 0, 'GIF89a'),
  },
  {
    content_type: 'image/webp',
    extension: 'webp',
    matches: (bytes) => hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP'),
  },
]

export const notAPicture = apiError('BAD_IMAGE', () => 'Could not decode image; did you upload an image file?')
const pictureTooLarge = badRequest(
  (f: { limit_mib: number }) => `Uploaded file is larger than the allowed limit of ${f.limit_mib} MiB`,
)
export const tooManyPixels = badRequest(() => 'This image has too many pixels. Make it smaller, and upload it again')
export const picturesWait = badRequest(() => 'Other images are being made smaller. Try again in some seconds')
export const pictureErrors = [notAPicture, pictureTooLarge, tooManyPixels, picturesWait]

export const MAX_PICTURE_MIB = 5

/** The limit for a form with one picture: the boundaries and headers of the form need room as well. */
export const MAX_PICTURE_BODY_BYTES = (MAX_PICTURE_MIB + 1) * 1024 * 1024

/** The pixels of all frames of an emoji that moves: browsers decode them in each message with it. */
export const MAX_FRAME_PIXELS = 30_000_000

export const refusalOfPictureSize = (bytes: number): ApiError | undefined =>
  bytes > MAX_PICTURE_MIB * 1024 * 1024 ? pictureTooLarge({ limit_mib: MAX_PICTURE_MIB }) : undefined

/** Returns the format that the bytes show. Clients can send any file name and any content type, so these do not count. */
export const findPictureFormat = (bytes: Uint8Array): PictureFormat | undefined =>
  FORMATS.find(({ matches }) => matches(bytes))
