import type { ApiError } from '../../../api/errors'
import type { Edge } from '../../../edge'
import { countFrames } from '../../../images/frames'
import { readPicture } from '../../../images/picture'
import { PictureProblem } from '../../../images/problem'
import { shrinkPicture } from '../../../images/shrink'
import type { Target } from '../../../images/sizes'
import { filesUnavailable } from '../../../store/files'
import { removeMetadata } from './metadata-rules'
import { mediumKey, pictureKey, stillKey } from './picture'
import { MAX_FRAME_PIXELS, findPictureFormat, notAPicture, refusalOfPictureSize } from './rules'

/** A picture in R2: the extension of its URL, and whether R2 has a still image of it too. */
export type StoredPicture = { extension: string; has_still: boolean }

/** The files of a form, and the error for the client if there is not exactly one. */
type PictureForm = { files: readonly File[]; refusal: ApiError }

const AVATAR: Target = { square: 100 }
const MEDIUM_AVATAR: Target = { square: 500 }
/** Operating systems show the icon of an installed page in this size. */
const ICON: Target = { square: 512 }
const LOGO: Target = { box: { width: 800, height: 100 } }
const EMOJI: Target = { box: { width: 64, height: 64 } }

/** Stores the picture of a form under this token, in the two sizes of avatars. */
export async function storeAvatar(edge: Edge, token: string, form: PictureForm): Promise<void> {
  const [small, medium] = await shrink(await readForm(form), [AVATAR, MEDIUM_AVATAR])
  await edge.files.put(pictureKey(token), small!, 'image/webp')
  await edge.files.put(mediumKey(token), medium!, 'image/webp')
}

/** Stores the picture of a form under this token, as the icon or a logo of the organization. */
export async function storeRealmPicture(
  edge: Edge,
  token: string,
  form: PictureForm & { kind: 'icon' | 'logo' },
): Promise<void> {
  const [picture] = await shrink(await readForm(form), [form.kind === 'icon' ? ICON : LOGO])
  await edge.files.put(pictureKey(token), picture!, 'image/webp')
}

/** Stores the picture of a form under this token, as an emoji. An emoji that moves keeps its frames, and gets a still image. */
export async function storeEmoji(edge: Edge, token: string, form: PictureForm): Promise<StoredPicture> {
  const upload = await readForm(form)
  const frames = countFrames(upload)
  const [still] = await shrink(upload, [EMOJI])
  if (frames < 2) {
    await edge.files.put(pictureKey(token), still!, 'image/webp')
    return { extension: 'webp', has_still: false }
  }
  const bytes = removeMetadata(upload)
  const picture = readPicture(upload)
  const format = findPictureFormat(upload)
  if (bytes === undefined || picture === undefined || format === undefined) throw notAPicture({})
  if (picture.width * picture.height * frames > MAX_FRAME_PIXELS) throw notAPicture({})
  await edge.files.put(pictureKey(token), bytes, format.content_type)
  await edge.files.put(stillKey(token), still!, 'image/webp')
  return { extension: format.extension, has_still: true }
}

/** Returns the only picture of a form. Throws if there is not one file, or if it is not a picture. */
async function readForm({ files, refusal }: PictureForm): Promise<Uint8Array> {
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw refusal
  const upload = new Uint8Array(await file.arrayBuffer())
  const tooLarge = refusalOfPictureSize(upload.length)
  if (tooLarge) throw tooLarge
  if (findPictureFormat(upload) === undefined) throw notAPicture({})
  return upload
}

async function shrink(upload: Uint8Array, sizes: readonly Target[]): Promise<Uint8Array[]> {
  try {
    return (await shrinkPicture(async () => upload, sizes)).results
  } catch (error) {
    if (!(error instanceof PictureProblem)) throw error
    throw error.problem === 'busy' ? filesUnavailable({}) : notAPicture({})
  }
}
