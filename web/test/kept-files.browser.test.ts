import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { keptMessages } from './kept-messages'
import { testWith } from './launch'
import {
  asks,
  newPerson,
  newPersonAlone,
  newTopic,
  opens,
  sends,
  topicHash,
  uploads,
  userId,
  type Channel,
} from './person'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Runs in the page. Returns the paths of the kept files. */
async function keptPaths(): Promise<string[]> {
  const buckets = Reflect.get(navigator, 'storageBuckets')
  if (!(await buckets.keys()).includes('parley-files')) return []
  const cache: Cache = await (await buckets.open('parley-files')).caches.open('parley-files')
  return (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/user_uploads'))
}

const pictureOf = (page: Page) => page.locator('.layer:not(.parked) .message_inline_image img').last()

const isLoaded = (page: Page) =>
  pictureOf(page).evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)

/** Sends a picture, and shows it to a reader in a page with a service worker. */
async function shows(name: string, channel: Channel) {
  const topic = newTopic()
  const bytes = Uint8Array.from(atob(PIXEL), (character) => character.codePointAt(0)!)
  const { url } = await uploads('ben', new File([bytes], 'dot.png', { type: 'image/png' }))
  const page = await opens(name, { serviceWorkers: 'allow' }, topicHash(topic, channel))
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The cache is there, so the worker keeps what the page fetches from now on.
  await expect
    .poll(() =>
      page.evaluate(async () => (await Reflect.get(navigator, 'storageBuckets').keys()).includes('parley-files')),
    )
    .toBe(true)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const [id = 0] = await sends('ben', topic, [`[dot](${url})`], { channel })
  await expect.poll(() => isLoaded(page)).toBe(true)
  await expect.poll(() => page.evaluate(keptPaths)).not.toEqual([])
  return { page, id, topic }
}

testWith('worker')(
  '109. a picture that was seen is there without a network, and goes when its message is deleted',
  async () => {
    const { name, channel } = await newPersonAlone()
    const { page, id } = await shows(name, channel)
    await keptMessages(page, 'dot.png')
    await page.context().setOffline(true)
    await page.reload()
    await pictureOf(page).waitFor()
    await expect.poll(() => isLoaded(page)).toBe(true)
    await page.context().setOffline(false)
    await asks('ben', `DELETE /messages/${id}`)
    await expect.poll(() => page.evaluate(keptPaths)).toEqual([])
  },
)

testWith('worker')('109. a picture goes when the user leaves its channel, or keeps nothing', async () => {
  const { name, channel } = await newPersonAlone()
  const { page } = await shows(name, channel)
  await page.evaluate(() => (location.hash = '#settings/preferences'))
  await page.getByText(/Files and pictures: \d+/).waitFor()
  const guest = await newPerson({ in_default_channels: false })
  const created = await asks('ben', 'POST /channels/create', {
    name: `left-${guest}`,
    subscribers: [userId(guest), userId('ben')],
    invite_only: true,
  })
  const other = await shows(guest, { stream_id: created.id, name: `left-${guest}` })
  await asks(guest, 'DELETE /users/me/subscriptions', { subscriptions: [`left-${guest}`] })
  await expect.poll(() => other.page.evaluate(keptPaths)).toEqual([])
  await page.getByLabel('Keep messages in this browser').selectOption('nothing')
  await expect.poll(() => page.evaluate(keptPaths)).toEqual([])
})
