import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import {
  composerOf,
  logIn,
  logsOut,
  newPerson,
  newPersonAlone,
  newTopic,
  openClient,
  opens,
  rowOf,
  sends,
  topicHash,
} from './person'
import { saved } from './saved'
import { stopsTimers } from './views'

/** Opens the address in another tab of the same browser. Returns the tab and the requests that it sent. */
async function secondTab(first: Page, hash: string): Promise<{ page: Page; requests: string[] }> {
  const page = await first.context().newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  page.on('websocket', () => requests.push('socket'))
  await page.goto(`${inject('server').url}/${hash}`)
  return { page, requests }
}

test('57. the second tab has no connection of its own, and shows everything', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const first = await opens('ada', {}, topicHash(topic))
  await rowOf(first, 'hello').waitFor()
  const { page: second, requests } = await secondTab(first, topicHash(topic))
  await rowOf(second, 'hello').waitFor()
  await sends('ben', topic, ['for both tabs'])
  await rowOf(first, 'for both tabs').waitFor()
  await rowOf(second, 'for both tabs').waitFor()
  await composerOf(second).fill('from the second tab')
  await composerOf(second).press('Control+Enter')
  for (const page of [first, second]) {
    await page.locator('article[data-id]', { hasText: 'from the second tab' }).waitFor()
    await expect.poll(() => page.locator('.outgoing').count()).toBe(0)
  }
  expect(requests).not.toContain('/json/register')
  expect(requests).not.toContain('/json/events')
  expect(requests).not.toContain('socket')
})

test('57. ten tabs hold one connection, also after the one that holds it closes', async () => {
  const [topic, name] = [newTopic(), await newPerson()]
  await sends('ben', topic, ['hello'])
  const first = await opens(name, {}, topicHash(topic))
  await rowOf(first, 'hello').waitFor()
  const others: { page: Page; requests: string[] }[] = []
  while (others.length < 9) others.push(await secondTab(first, topicHash(topic)))
  await sends('ben', topic, ['for all tabs'])
  for (const { page } of others) await rowOf(page, 'for all tabs').waitFor()
  // The driver of Firefox does not tell of sockets. A tab asks for the events before it opens one.
  const isConnected = ({ requests }: { requests: string[] }) =>
    requests.includes('socket') || requests.includes('/json/events')
  expect(others.filter(isConnected)).toHaveLength(0)
  await first.close()
  await sends('ben', topic, ['for nine tabs'])
  for (const { page } of others) await rowOf(page, 'for nine tabs').waitFor()
  expect(others.filter(isConnected)).toHaveLength(1)
  expect(others.flatMap(({ requests }) => requests)).not.toContain('/json/register')
})

test('57. the tab that leads closes: the other one resumes the same queue and loses nothing', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const first = await opens('ada', {}, topicHash(topic))
  await rowOf(first, 'hello').waitFor()
  const { page: second, requests } = await secondTab(first, topicHash(topic))
  await rowOf(second, 'hello').waitFor()
  const texts = Array.from({ length: 6 }, (_, at) => `message ${at}`)
  await sends('ben', topic, texts.slice(0, 3))
  await first.close()
  await sends('ben', topic, texts.slice(3))
  await rowOf(second, 'message 5').waitFor()
  for (const text of texts) expect(await rowOf(second, text).count(), text).toBe(1)
  expect(requests).toContain('/json/events')
  expect(requests).not.toContain('/json/register')
})

test('1. the tab that was used last is what the next start shows, whichever tab holds the connection', async () => {
  const [ofFirst, ofSecond] = [newTopic(), newTopic()]
  await sends('ben', ofFirst, ['in the first tab'])
  await sends('ben', ofSecond, ['in the second tab'])
  const first = await opens('ada', {}, topicHash(ofFirst))
  await rowOf(first, 'in the first tab').waitFor()
  await saved(first, 'in the first tab')
  const { page: second } = await secondTab(first, topicHash(ofSecond))
  await rowOf(second, 'in the second tab').waitFor()
  await saved(second, 'in the second tab')
  await sends('ben', ofSecond, ['and another one'])
  await rowOf(second, 'and another one').waitFor()
  await saved(second, 'and another one')
  // Without the server, the next page shows what the snapshot has.
  const context = first.context()
  await context.route('**/json/**', (route) => route.abort('internetdisconnected'))
  await context.routeWebSocket('**/json/events**', (socket) => socket.close())
  await first.close()
  await second.close()
  const next = await context.newPage()
  await next.goto(`${inject('server').url}/${topicHash(ofSecond)}`)
  await rowOf(next, 'and another one').waitFor()
})

test('1. the user turns back to the first tab: its views are saved from then on, and no event is missing', async () => {
  const [ofFirst, ofSecond] = [newTopic(), newTopic()]
  await sends('ben', ofFirst, ['in the first tab'])
  await sends('ben', ofSecond, ['in the second tab'])
  const first = await opens('ada', {}, '#inbox')
  const { page: second } = await secondTab(first, topicHash(ofSecond))
  await rowOf(second, 'in the second tab').waitFor()
  await saved(second, 'in the second tab')
  await first.evaluate((hash) => (location.hash = hash), topicHash(ofFirst))
  await rowOf(first, 'in the first tab').waitFor()
  await saved(first, 'in the first tab')
  await first.close()
  await sends('ben', ofFirst, ['meanwhile'])
  await second.evaluate((hash) => (location.hash = hash), topicHash(ofFirst))
  await rowOf(second, 'meanwhile').waitFor()
  await saved(second, 'meanwhile')
})

test('6. marking a conversation as read in one tab changes the other before any timer ends', async () => {
  const [topic, { name, channel }] = [newTopic(), await newPersonAlone()]
  await sends('ben', topic, ['unread'], { channel })
  const first = await opens(name, {}, '#inbox')
  const row = (page: Page) => page.locator('.layer:not(.parked) .conv', { hasText: topic })
  await row(first).waitFor()
  const { page: second, requests } = await secondTab(first, '#inbox')
  await row(second).waitFor()
  await second.getByText('Connecting…').waitFor({ state: 'detached' })
  for (const page of [first, second]) await stopsTimers(page)
  requests.length = 0
  // The first tab holds the connection. Each of them marks once.
  for (const [marks, follows] of [
    [first, second],
    [second, first],
  ] as const) {
    await marks.bringToFront()
    await row(marks).focus()
    await marks.keyboard.press('e')
    await row(follows).waitFor({ state: 'detached' })
    await sends('ben', topic, ['the next one'], { channel })
    for (const page of [first, second]) await row(page).waitFor()
  }
  expect(requests.filter((path) => /register|events|socket/.test(path))).toEqual([])
})

test('33. logging out in one tab closes the others, and a login in one opens the others', async () => {
  const first = await opens('ada', {}, '#inbox')
  const { page: second } = await secondTab(first, '#inbox')
  await second.locator('.app').waitFor()
  await logsOut(second)
  for (const page of [first, second]) await page.getByLabel('Password').waitFor()
  await logIn(second, 'ada')
  await first.locator('.app:not(:has(.login-sheet))').waitFor()
})

test('a page that gets no lock, as one that WebKit has left, asks for it only now and then', async () => {
  const page = await openClient()
  await page.addInitScript(() => {
    const counted = { requests: 0 }
    Object.assign(globalThis, { counted })
    navigator.locks.request = () => {
      // Asking without a pause would never end, and the test neither.
      if (++counted.requests > 1000) return new Promise(() => {})
      return Promise.reject(new DOMException('The page was left', 'AbortError'))
    }
  })
  await page.reload()
  const requests = () => page.evaluate(() => Number(Object(globalThis).counted.requests))
  await expect.poll(requests).toBeGreaterThan(1)
  expect(await requests()).toBeLessThan(500)
})
