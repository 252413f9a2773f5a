import { badRequest } from '../../../api/errors'
import type { UploadedPicture } from '../../../markdown/template'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import type { Attachment } from './attachment'

export const invalidAttachment = badRequest(() => 'Invalid attachment')
export const invalidToken = badRequest(() => 'Invalid token')
export const invalidFilename = badRequest(() => 'Invalid filename')

/** Returns the secret part of a path. Each form of a link to the file contains it. */
export const tokenOfPath = (path_id: string): string => path_id.split('/')[2] ?? ''

/**
 * Returns the path of the file to which a link leads. Links to one file have several forms: the file itself, a download, a
 * thumbnail, and each of them URL-encoded. Returns undefined if the encoding is malformed.
 */
export function findLinkedPath(path: string): string | undefined {
  const [, download] = /^download\/(.+)$/.exec(path) ?? []
  const [, thumbnail] = /^thumbnail\/(.+)\/[^/]+$/.exec(path) ?? []
  try {
    return decodeURIComponent(download ?? thumbnail ?? path)
  } catch {
    return undefined
  }
}

/** The server deletes a file that no message has contained for so long. */
export const UNREFERENCED_SECONDS = 5 * SECONDS_PER_WEEK

/** Returns what a preview shows of a file; undefined if it is no picture. */
export function uploadedPicture(file: Attachment): UploadedPicture | undefined {
  const { picture_type: content_type, width, height, thumbnail, path_id, is_animated } = file
  if (content_type === null || width === null || height === null) return undefined
  const state = thumbnail === 'pending' || thumbnail === 'failed' ? thumbnail : 'shown'
  return { content_type, width, height, isAnimated: is_animated === 1, state, thumbnail_url: thumbnailUrl(path_id) }
}

/** The forms of thumbnails. Clients ask for them by these names, and for the moving one only of pictures that move. */
export const MOVING_FORMAT = {
  name: '840x560-anim.webp',
  max_width: 840,
  max_height: 560,
  format: 'webp',
  animated: true,
} as const
export const THUMBNAIL_FORMAT = { ...MOVING_FORMAT, name: '840x560.webp', animated: false } as const

export const thumbnailUrl = (path_id: string): string =>
  `/user_uploads/thumbnail/${path_id.split('/').map(encodeURIComponent).join('/')}/${THUMBNAIL_FORMAT.name}`
