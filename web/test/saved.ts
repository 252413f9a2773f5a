import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storedSnapshot } from './stored-snapshot'

/** Makes the page save its snapshot now, as when the user turns to another program. */
export const savesNow = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** Waits until the stored views have all texts. Other rows of the snapshot name conversations whose messages they lack. */
export async function savedViews(page: Page, texts: string[]): Promise<void> {
  // The row `views` is the last one.
  const stored = async (): Promise<string> => JSON.parse(await page.evaluate(storedSnapshot)).at(-1)?.text ?? ''
  const missing = async () => {
    const views = await stored()
    return texts.filter((text) => !views.includes(text))
  }
  await expect.poll(missing).toEqual([])
}

/** Waits until the snapshot of the browser has a text. */
export async function saved(page: Page, text: string): Promise<void> {
  const stored = () => page.evaluate(storedSnapshot)
  // After a save that took long, the next one waits fifty times as long.
  await expect.poll(stored).toContain(text)
}

/** Leaves the client, and deletes the snapshot. The next start has none. The page shows a file of the same server. */
export async function leavesWithoutSnapshot(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  // A client that is open would save another one.
  await page.goto('about:blank')
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate(async () => {
    const name = 'parley-snapshot'
    await Reflect.get(navigator, 'storageBuckets')?.delete(name)
    indexedDB.deleteDatabase(name)
  })
}

/** Returns all text that a script of the page can read: cookies, storages, databases and caches. */
export const readableIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
      })
    const buckets = Reflect.get(navigator, 'storageBuckets')
    const factories: IDBFactory[] = [indexedDB]
    for (const name of (await buckets?.keys()) ?? []) factories.push((await buckets.open(name)).indexedDB)
    for (const factory of factories)
      for (const { name } of await factory.databases()) {
        const database = await finished(factory.open(name!))
        for (const store of database.objectStoreNames)
          texts.push(JSON.stringify(await finished(database.transaction(store).objectStore(store).getAll())))
        database.close()
      }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) texts.push(url, await (await cache.match(url))!.text())
    }
    return texts.join('\n')
  })
