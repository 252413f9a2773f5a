import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { organizationSections } from '../words/en-sections'
import { settingsWords } from '../words/en-settings'
import { asks, newTopic, opens, sends, topicHash, userId } from './person'

const VIEWS = [
  '#inbox',
  '#recent',
  '#direct-messages',
  '#feed',
  '#drafts',
  '#scheduled',
  '#search',
  '#narrow/search/soup',
  '#narrow/is/mentioned',
  '#narrow/is/starred',
  '#narrow/channel/1-general',
  '#channels/1/general',
  '#channels/all',
  '#groups/3',
]
const SECTIONS = [
  ...Object.keys(settingsWords.sections).map((name) => `#settings/${name}`),
  ...Object.keys(organizationSections).map((name) => `#${name}`),
]

/** Collects what the page receives by its socket. */
function receivedBy(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  return frames
}

/** Collects the requests of the page to the API, but not the reports that the user read a message or is there. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isReport = /\/(messages\/flags(\/narrow)?|users\/me\/presence|events)$/.test(pathname)
    // The history is fetched in the background, whatever happens.
    const isHistory = pathname.startsWith('/json/parley/replica/')
    if (/^\/(json|api|parley)\//.test(pathname) && !isReport && !isHistory)
      requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

/** Counts the requests of the page that the server has not answered. */
function countsOpenRequests(page: Page): () => number {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

/**
 * Makes events of many kinds, in the open conversation and elsewhere: the newest message that a search found goes, too. Returns a text
 * of the last one.
 */
async function makeEvents(topic: string, found: number): Promise<string> {
  const other = newTopic()
  const [[first, second], [moved, deleted]] = await Promise.all([
    sends('ben', topic, ['soup @**Ada Okafor**', 'more soup']),
    sends('ben', other, ['to be moved', 'to be deleted']),
  ])
  await Promise.all([
    asks('ben', `POST /messages/${first}/reactions`, { emoji_name: 'tada' }),
    asks('ben', `PATCH /messages/${second}`, { content: 'much more soup' }),
    asks('ben', `PATCH /messages/${moved}`, { topic: newTopic(), propagate_mode: 'change_one' }),
    asks('ada', `DELETE /messages/${deleted}`),
    asks('ada', `DELETE /messages/${found}`),
    asks('ben', 'POST /typing', { op: 'start', to: [userId('ada')], type: 'direct' }),
    asks('ben', 'POST /users/me/status', { status_text: newTopic() }),
  ])
  const last = newTopic()
  await asks('ben', 'POST /messages', { type: 'direct', to: [userId('ada')], content: last })
  return last
}

/** A browser of ada, what its page receives, and what it asks for. */
type Watched = { page: Page; frames: string[]; requests: string[]; openRequests: () => number }

async function watchedPage(): Promise<Watched> {
  const page = await opens('ada', {}, '#about')
  const frames = receivedBy(page)
  await page.reload()
  await page.locator('.app').waitFor()
  return { page, frames, requests: requestsOf(page), openRequests: countsOpenRequests(page) }
}

const receives = ({ frames }: Watched, text: string, hash: string) =>
  expect.poll(() => frames.some((frame) => frame.includes(text)), { message: hash }).toBe(true)

/** As many views have the same events at once. */
const PAGES = 4

test('61. no view asks the server for anything because of an event', { timeout: 600_000 }, async () => {
  const topic = newTopic()
  await sends('ben', topic, ['the first message'])
  const pages = await Promise.all(Array.from({ length: PAGES }, watchedPage))
  const caused: Record<string, string[]> = {}
  const hashes = [topicHash(topic), `#user/${userId('ben')}`, ...VIEWS, ...SECTIONS]
  while (hashes.length > 0) {
    const views = pages.flatMap((watched) => hashes.splice(0, 1).map((hash) => ({ hash, watched })))
    const [found] = await sends('ben', topic, ['soup of the day'])
    await Promise.all(views.map(({ watched, hash }) => watched.page.evaluate((next) => (location.hash = next), hash)))
    // A view loads its last parts while the first message arrives. The events find all of it.
    const first = newTopic()
    await sends('ben', topic, [first])
    for (const { watched, hash } of views) {
      await receives(watched, first, hash)
      await expect.poll(() => isAtRest(watched), { message: hash }).toBe(true)
    }
    const before = views.map(({ watched }) => watched.requests.length)
    const last = await makeEvents(topic, found!)
    for (const [at, { watched, hash }] of views.entries()) {
      await receives(watched, last, hash)
      await drawn(watched.page)
      if (watched.requests.length > before[at]!) caused[hash] = watched.requests.slice(before[at])
    }
  }
  expect(caused).toEqual({})
})

/** Whether the page waits for nothing. What it does with an answer, such as another request, it has done when it has drawn it. */
async function isAtRest({ page, openRequests }: Watched): Promise<boolean> {
  if (openRequests() > 0) return false
  await drawn(page)
  return openRequests() === 0 && (await page.locator('[aria-busy="true"]').count()) === 0
}

/** Waits until the page has drawn what it received. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
