import type { Files } from '../../../store/files'
import { isImageType } from '../../realm/files/content-types'
import { PICTURE_HEAD_BYTES, readPicture, type Picture } from '../../../images/picture'

type StoredBytes = { key: string; size: number; content_type: string }

/** Returns the type and size of a stored picture. A file that is no picture, or that R2 does not return, has none. */
export async function readStoredPicture(
  files: Files,
  { key, size, content_type }: StoredBytes,
): Promise<Picture | null> {
  if (size === 0 || !isImageType(content_type)) return null
  try {
    const range = { offset: 0, length: Math.min(size, PICTURE_HEAD_BYTES) }
    const head = await files.get(key, { range })
    return head === undefined ? null : (readPicture(new Uint8Array(await head.arrayBuffer())) ?? null)
  } catch {
    // The file is stored. Clients then show it without a reserved place.
    return null
  }
}
