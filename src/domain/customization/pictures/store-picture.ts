import { waitUntil } from 'cloudflare:workers'
import type { ApiError } from '../../../api/errors'
import type { Edge } from '../../../edge'
import { countFrames } from '../../../images/frames'
import { readPicture } from '../../../images/picture'
import { PictureProblem } from '../../../images/problem'
import { shrinkPicture } from '../../../images/shrink'
import type { Target } from '../../../images/sizes'
import type { PictureUpload } from './actions'
import { removeMetadata } from './metadata-rules'
import { mediumKey, pictureKey, stillKey } from './picture'
import {
  MAX_FRAME_PIXELS,
  findPictureFormat,
  notAPicture,
  picturesWait,
  refusalOfPictureSize,
  tooManyPixels,
} from './rules'

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

/** Stores the picture of a form in the two sizes of avatars. */
export async function storeAvatar(edge: Edge, upload: PictureUpload, form: PictureForm): Promise<void> {
  const [medium, small] = await shrink(edge, upload, { bytes: await readForm(form), sizes: [MEDIUM_AVATAR, AVATAR] })
  await edge.files.put(pictureKey(upload.token), small!, 'image/webp')
  await edge.files.put(mediumKey(upload.token), medium!, 'image/webp')
}

/** Stores the picture of a form as the icon or a logo of the organization. */
export async function storeRealmPicture(
  edge: Edge,
  upload: PictureUpload,
  form: PictureForm & { kind: 'icon' | 'logo' },
): Promise<void> {
  const sizes: [Target] = [form.kind === 'icon' ? ICON : LOGO]
  const [picture] = await shrink(edge, upload, { bytes: await readForm(form), sizes })
  await edge.files.put(pictureKey(upload.token), picture!, 'image/webp')
}

/** Stores the picture of a form as an emoji. An emoji that moves keeps its frames, and gets a still image. */
export async function storeEmoji(edge: Edge, upload: PictureUpload, form: PictureForm): Promise<StoredPicture> {
  const { token } = upload
  const file = await readForm(form)
  const frames = countFrames(file)
  const [still] = await shrink(edge, upload, { bytes: file, sizes: [EMOJI] })
  if (frames < 2) {
    await edge.files.put(pictureKey(token), still!, 'image/webp')
    return { extension: 'webp', has_still: false }
  }
  const bytes = removeMetadata(file)
  const picture = readPicture(file)
  const format = findPictureFormat(file)
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

type Shrinking = { bytes: Uint8Array; sizes: readonly [largest: Target, ...smaller: Target[]] }

async function shrink(
  edge: Edge,
  { user_id }: PictureUpload,
  { bytes, sizes: [largest, ...smaller] }: Shrinking,
): Promise<Uint8Array[]> {
  const account = `${edge.realm_name}/${user_id}`
  try {
    const shrinking = shrinkPicture({ account, load: async () => bytes, largest, smaller })
    // If the client closes the connection, its turn still ends, and the next picture begins.
    waitUntil(shrinking.catch(() => undefined))
    return (await shrinking).results
  } catch (error) {
    if (!(error instanceof PictureProblem)) throw error
    throw REFUSALS[error.problem]({})
  }
}

const REFUSALS = {
  damaged: notAPicture,
  unsupported: notAPicture,
  'too large': tooManyPixels,
  busy: picturesWait,
}
