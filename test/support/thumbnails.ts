import { expect, onTestFinished, vi } from 'vitest'
import { Files } from '../../src/store/files'
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

/** No picture of a realm is read for its thumbnail, so none is made, until the returned function is called or the test ends. */
export function pauseThumbnails(realm: TestRealm): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const { readUpTo } = Files.prototype
  const { promise, resolve } = Promise.withResolvers<void>()
  const spy = vi.spyOn(Files.prototype, 'readUpTo').mockImplementation(async function (this: Files, ...args) {
    if (this.realm_name === realm.name) await promise
    return readUpTo.apply(this, args)
  })
  const resume = () => {
    resolve()
    spy.mockRestore()
  }
  onTestFinished(resume)
  return resume
}
