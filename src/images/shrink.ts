import { shrinkAnimation } from './animation'
import { upright, type Bitmap } from './bitmap'
import { countFrames } from './frames'
import { encodeWebp } from './encode-webp'
import { decodeGif } from './gif'
import { decodeJpeg } from './jpeg/decode'
import { hasTooManyPixels, MAX_SHRUNK_FILE_BYTES } from './limits'
import { Pace, PAUSE_MS, pauseFor } from './pace'
import { readPicture, type Picture } from './picture'
import { decodePng } from './png'
import { damaged, tooLarge } from './problem'
import { inTurn } from './queue'
import { shrinkBitmap } from './shrinker'
import { turnedBox, type Target } from './sizes'
import { decodeWebp } from './webp'

/** A picture in each of the requested sizes, and whether it has several frames, of which these show the first. */
export type Shrunk = { results: Uint8Array[]; isAnimated: boolean; animation?: Uint8Array }

/** Returns undefined for a file of more than `most` bytes: reading one can take more memory than a Worker has. */
export type Load = (most: number, pause: () => Promise<void>) => Promise<Uint8Array | undefined>

/**
 * `load` is called in the turn of the account. `largest`, `smaller`: sizes of the same form. `moving`: a result that moves.
 */
type Request = {
  account: string
  load: Load
  largest: Target
  smaller?: readonly Target[]
  moving?: Target
}

/**
 * Returns a picture in the requested sizes: upright, as WebP, and without metadata. It is decoded once, and smaller ones are made
 * from the largest result. Refuses a picture that says it is too large before it decodes anything. Other requests go on meanwhile.
 * Throws a `PictureProblem`.
 */
export const shrinkPicture = ({ account, load, largest, smaller = [], moving }: Request): Promise<Shrunk> =>
  inTurn(account, async (isAlive) => {
    const pause = () => pauseFor(PAUSE_MS).then(isAlive)
    const bytes = await load(MAX_SHRUNK_FILE_BYTES, pause)
    if (bytes === undefined) throw tooLarge()
    const picture = readPicture(bytes)
    if (picture === undefined) throw damaged()
    if (hasTooManyPixels(picture, bytes.length)) throw tooLarge()
    // The picture and its movement have a budget each.
    const newPace = () => new Pace(pause)
    const pace = newPace()
    const bitmap = await decode(bytes, { picture, target: largest, pace })
    const results = [await encodeWebp(bitmap, pace)]
    for (const target of smaller) results.push(await encodeWebp(shrinkBitmap(bitmap, target), pace))
    const isAnimated = countFrames(bytes) > 1
    const animation =
      isAnimated && moving ? await shrinkAnimation(bytes, picture, { target: moving, pace: newPace() }) : undefined
    return { results, isAnimated, animation }
  })

type Decoding = { picture: Picture; target: Target; pace: Pace }

async function decode(bytes: Uint8Array, decoding: Decoding): Promise<Bitmap> {
  try {
    return await decodeByType(bytes, decoding)
  } catch (error) {
    // The file ends before a value that its headers promise.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

async function decodeByType(bytes: Uint8Array, { picture, target, pace }: Decoding): Promise<Bitmap> {
  const { orientation } = picture
  switch (picture.content_type) {
    case 'image/jpeg':
      return upright(await decodeJpeg(bytes, orientation >= 5 ? turnedBox(target) : target, pace), orientation)
    case 'image/png':
      return decodePng(bytes, target, pace)
    case 'image/gif':
      return decodeGif(bytes, target, pace)
    default:
      return decodeWebp(bytes, { size: picture, target, pace })
  }
}
