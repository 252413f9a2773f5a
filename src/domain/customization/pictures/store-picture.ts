import type { ApiError } from '../../../api/errors'
import type { Edge } from '../../../edge'
import { removeMetadata } from './metadata-rules'
import { pictureKey, stillKey } from './picture'
import { findPictureFormat, notAPicture, refusalOfPictureSize } from './rules'
import { firstFrame } from './still-rules'

/** A picture in R2: the extension of its URL, and whether R2 has a still image of it too. */
export type StoredPicture = { extension: string; has_still: boolean }

/** The files of a form, and the error for the client if there is not exactly one. */
type PictureForm = { files: readonly File[]; refusal: ApiError }

/** Stores the picture of a form under this token. If it is animated, stores a still image of it as well. */
export async function storeAnimatedPicture(edge: Edge, token: string, form: PictureForm): Promise<StoredPicture> {
  const { bytes, content_type, extension } = await readPicture(form)
  const still = firstFrame(bytes)
  await edge.files.put(pictureKey(token), bytes, content_type)
  if (still) await edge.files.put(stillKey(token), still, content_type)
  return { extension, has_still: still !== undefined }
}

/** Stores the picture of a form under this token. Of an animated picture, stores only the first frame. */
export async function storeStillPicture(edge: Edge, token: string, form: PictureForm): Promise<StoredPicture> {
  const { bytes, content_type, extension } = await readPicture(form)
  await edge.files.put(pictureKey(token), firstFrame(bytes) ?? bytes, content_type)
  return { extension, has_still: false }
}

/** Returns the only picture of a form, without metadata. Throws if there is not one file, or if it is not a picture. */
async function readPicture({ files, refusal }: PictureForm) {
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw refusal
  const upload = new Uint8Array(await file.arrayBuffer())
  const tooLarge = refusalOfPictureSize(upload.length)
  if (tooLarge) throw tooLarge
  const format = findPictureFormat(upload)
  if (format === undefined) throw notAPicture({})
  const bytes = removeMetadata(upload)
  if (bytes === undefined) throw notAPicture({})
  return { bytes, ...format }
}
