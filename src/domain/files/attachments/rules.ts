import { badRequest } from '../../../api/errors'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'

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
