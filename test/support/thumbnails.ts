import { env } from 'cloudflare:workers'
import { expect, onTestFinished, vi } from 'vitest'
import { linkTo } from './files'
import { succeeded, type Person } from './person'
import type { TestRealm } from './realm'

type Uploaded = { url: string; filename: string }

/** Returns the address of the thumbnail of an uploaded picture. */
export const thumbnailOf = ({ url }: Uploaded): string =>
  `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`

/** Waits until the server has made the thumbnail of a picture, or has failed to. */
export async function untilThumbnail(person: Person, file: Uploaded): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rendered } = succeeded(await person.post('/messages/render', { content: linkTo(file) }))
      expect(rendered).not.toContain('image-loading-placeholder')
    },
    { timeout: 30_000, interval: 20 },
  )
}

/** No thumbnail of a realm is read from R2, so none is made, until the returned function is called or the test ends. */
export function pauseThumbnails(realm: TestRealm): () => void {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const get = bucket.get as (...args: unknown[]) => Promise<unknown>
  const { promise, resolve } = Promise.withResolvers<void>()
  const spy = vi.spyOn(bucket, 'get').mockImplementation(async function (this: R2Bucket, ...args: unknown[]) {
    const [key, options] = args
    // The whole file is read only for its thumbnail. Its first bytes are read before.
    const isWhole = options === undefined || Object.keys(Object(options)).length === 0
    if (isWhole && String(key).startsWith(`${realm.name}/uploads/`)) await promise
    return get.apply(this, args)
  } as never)
  const resume = () => {
    resolve()
    spy.mockRestore()
  }
  onTestFinished(resume)
  return resume
}
