import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readPicture } from '../../src/images/picture'
import { fileOf, uploadFile, visit } from '../support/files'
import { movingGif } from '../support/moving-gif'
import { PNG, WEBP } from '../support/pictures'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { thumbnailOf, untilThumbnail } from '../support/thumbnails'

/** The deployment has the platform's service for pictures until the test ends. Returns the sizes that it was asked for. */
function withService(answer: () => Response): object[] {
  const requests: object[] = []
  const service = {
    input: () => ({
      transform: (options: object) => {
        requests.push(options)
        return { output: async () => ({ response: answer }) }
      },
    }),
  }
  Object.assign(env, { IMAGES: service })
  onTestFinished(() => void Reflect.deleteProperty(env, 'IMAGES'))
  return requests
}

/** A picture whose frame is larger than this server decodes. */
function largeGif(): Uint8Array<ArrayBuffer> {
  const gif = movingGif(4, 4, [{ pixels: Array.from({ length: 16 }, () => 0) }])
  const frame = gif.lastIndexOf(0x2c)
  gif.set([0x88, 0x13, 0x88, 0x13], frame + 5) // 5000 by 5000
  return gif
}

describe('the platform’s service for pictures', () => {
  test('makes the thumbnails that the server cannot make, and no others', async () => {
    const requests = withService(() => new Response(WEBP))
    const { dov } = await freshRealm()
    const large = await uploadFile(dov, fileOf(largeGif(), 'large.gif', 'image/gif'))
    const small = await uploadFile(dov, fileOf(PNG, 'dot.png', 'image/png'))
    for (const file of [large, small]) await untilThumbnail(dov, file)
    expect(requests).toEqual([{ width: 840, height: 560, fit: 'scale-down' }])
    const bytes = new Uint8Array(await (await visit(dov, thumbnailOf(large))).arrayBuffer())
    expect([readPicture(bytes)?.content_type, bytes.length]).toEqual(['image/webp', WEBP.length])
  })

  test('may fail: then the address of the thumbnail serves the picture itself', async () => {
    withService(() => {
      throw new Error('9423: no transformations are left')
    })
    const { dov } = await freshRealm()
    const large = await uploadFile(dov, fileOf(largeGif(), 'large.gif', 'image/gif'))
    await untilThumbnail(dov, large)
    const response = await visit(dov, thumbnailOf(large))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif'])
    await response.body?.cancel()
    expect(succeeded(await dov.get('/attachments')).attachments).toHaveLength(1)
  })
})
