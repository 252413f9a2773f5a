import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Runs in the page. Returns all that its replica has, as text. */
export async function storedReplica(): Promise<string> {
  const name = 'parley-replica'
  const buckets = Reflect.get(navigator, 'storageBuckets')
  const factory: IDBFactory = buckets ? (await buckets.open(name)).indexedDB : indexedDB
  return new Promise((resolve, reject) => {
    const opening = factory.open(name)
    opening.addEventListener('error', () => resolve(''))
    opening.addEventListener('upgradeneeded', () => opening.transaction!.abort())
    opening.addEventListener('success', () => {
      const values = opening.result.transaction('replica').objectStore('replica').getAll()
      values.addEventListener('error', () => reject(new Error('The browser read nothing')))
      values.addEventListener('success', () => {
        opening.result.close()
        resolve(JSON.stringify(values.result))
      })
    })
  })
}

/** Waits until the browser keeps a message with this text, or no longer keeps it. */
export async function keptMessages(page: Page, text: string, isKept = true): Promise<void> {
  await expect.poll(async () => (await page.evaluate(storedReplica)).includes(text)).toBe(isKept)
}

/** What a page sends by itself: it waits for events, and says that the user is there, types and has read. */
const OF_EACH_PAGE = /^\/json\/(?:events|users\/me\/presence|typing|messages\/flags|users\/me\/onboarding_steps)/

/** Collects the requests to the API from now on. It leaves out those that each page sends by itself. */
export function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/json/') && !OF_EACH_PAGE.test(pathname)) requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

/** Runs in a page. Returns the messages that it requested since the resource timings were cleared. */
export const requestsIn = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/json/messages') && !path.startsWith('/json/messages/flags'))
