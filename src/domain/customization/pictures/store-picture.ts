import { ApiError } from '../../../api/errors'
import type { Edge } from '../../../edge'
import { withoutMetadata } from './metadata-rules'
import { notAPicture, pictureKind } from './rules'
import { pictureKey, stillKey } from './pictures'
import { stillOf } from './still-rules'

/** What came of a picture: what its name ends in, and whether there is a still beside it. */
export type StoredPicture = { ending: string; has_still: boolean }

/** One picture of a form. */
async function onlyPicture(files: readonly File[], refusal: ApiError) {
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw refusal
  const sent = new Uint8Array(await file.arrayBuffer())
  const kind = pictureKind(sent)
  if (kind instanceof ApiError) throw kind
  const bytes = withoutMetadata(sent)
  if (bytes === undefined) throw notAPicture({})
  return { bytes, ...kind }
}

/** Puts the one picture that came where the realm said; if it moves, a still of it beside it. */
export async function storeMoving(edge: Edge, token: string, only: OnlyOne): Promise<StoredPicture> {
  const { bytes, content_type, ending } = await onlyPicture(only.files, only.refusal)
  const still = stillOf(bytes)
  await edge.files.put(pictureKey(token), bytes, content_type)
  if (still) await edge.files.put(stillKey(token), still, content_type)
  return { ending, has_still: still !== undefined }
}

/** The same, where nothing is to move. */
export async function storeStill(edge: Edge, token: string, only: OnlyOne): Promise<StoredPicture> {
  const { bytes, content_type, ending } = await onlyPicture(only.files, only.refusal)
  await edge.files.put(pictureKey(token), stillOf(bytes) ?? bytes, content_type)
  return { ending, has_still: false }
}

/** The files that came, and what is said unless it is one. */
type OnlyOne = { files: readonly File[]; refusal: ApiError }
