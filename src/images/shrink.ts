import { shrinkAnimation } from './animation'
import { upright, type Bitmap } from './bitmap'
import { countFrames } from './frames'
import { decodeGif } from './gif'
import { decodeJpeg } from './jpeg/decode'
import { oneAtATime } from './one-at-a-time'
import { readPicture, type Picture } from './picture'
import { decodePng } from './png'
import { damaged, tooLarge } from './problem'
import { MAX_SHRUNK_FILE_BYTES } from './limits'
import { MAX_PIXELS, turnedBox, type Target } from './sizes'
import { decodeWebp, encodeWebp } from './webp'

/** A picture in each of the requested sizes, and whether it has several frames, of which these show the first. */
export type Shrunk = { results: Uint8Array[]; isAnimated: boolean; animation?: Uint8Array }

/**
 * Returns a picture in each of the requested sizes: upright, as WebP, and without metadata. Refuses a picture that says it is too
 * large before it decodes anything. One picture at a time is loaded and decoded in each isolate, because all requests share its
 * memory. `moving` is the size of a further result that moves, if the picture does. Throws a `PictureProblem`.
 */
export const shrinkPicture = (
  load: () => Promise<Uint8Array>,
  sizes: readonly Target[],
  moving?: Target,
): Promise<Shrunk> =>
  oneAtATime(async () => {
    const bytes = await load()
    const picture = readPicture(bytes)
    if (picture === undefined) throw damaged()
    if (bytes.length > MAX_SHRUNK_FILE_BYTES || picture.width * picture.height > MAX_PIXELS) throw tooLarge()
    const results: Uint8Array[] = []
    for (const target of sizes) results.push(await encodeWebp(await decode(bytes, picture, target)))
    const isAnimated = countFrames(bytes) > 1
    const animation = isAnimated && moving ? await shrinkAnimation(bytes, picture, moving) : undefined
    return { results, isAnimated, animation }
  })

async function decode(bytes: Uint8Array, picture: Picture, target: Target): Promise<Bitmap> {
  try {
    return await decodeByType(bytes, picture, target)
  } catch (error) {
    // The file ends before a value that its headers promise.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

async function decodeByType(bytes: Uint8Array, picture: Picture, target: Target): Promise<Bitmap> {
  const { orientation } = picture
  switch (picture.content_type) {
    case 'image/jpeg':
      return upright(decodeJpeg(bytes, orientation >= 5 ? turnedBox(target) : target), orientation)
    case 'image/png':
      return decodePng(bytes, target)
    case 'image/gif':
      return decodeGif(bytes, target)
    default:
      return decodeWebp(bytes, picture, target)
  }
}
