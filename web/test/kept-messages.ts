import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storedReplica } from './stored-replica'

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
