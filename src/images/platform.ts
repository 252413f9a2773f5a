import { tooLarge, unsupported } from './problem'
import type { Size } from './sizes'

/** The platform's binding for pictures, which decodes outside of the Worker. */
export type PictureService = Pick<ImagesBinding, 'input'>

/** The platform accepts larger ones, and this server reads the result as a whole. */
const MAX_RESULT_BYTES = 5 * 1024 * 1024

/**
 * Returns a picture as WebP: inside of this box, upright and without metadata. For pictures that this code does not decode. Throws a
 * `PictureProblem`.
 */
export async function shrinkOnPlatform(
  service: PictureService,
  picture: ReadableStream<Uint8Array>,
  { width, height }: Size,
): Promise<Uint8Array> {
  const response = await responseOf(service, picture, { width, height })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MAX_RESULT_BYTES) throw tooLarge()
  return bytes
}

async function responseOf(service: PictureService, picture: ReadableStream<Uint8Array>, size: Size): Promise<Response> {
  try {
    const transformed = service.input(picture).transform({ ...size, fit: 'scale-down' })
    const result = await transformed.output({ format: 'image/webp', quality: 75, anim: false })
    return result.response()
  } catch {
    // The platform does not know the format, or the deployment has no transformations left.
    throw unsupported()
  }
}
