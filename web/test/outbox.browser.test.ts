import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { passOn } from './launch'
import { asks, composerOf, newTopic, opens, rowOf, sends, topicHash } from './person'
import { readableIn } from './saved'

async function contentsOf(topic: string): Promise<string[]> {
  const { messages } = await asks('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'channel', operand: 'general' },
      { operator: 'topic', operand: topic },
    ],
  })
  return messages.map(({ content }: { content: string }) => content)
}

async function writes(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await composerOf(page).press('Control+Enter')
}

test('13. messages written offline are sent in order, once, after the tab was closed', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.context().setOffline(true)
  for (const text of ['one', 'two', 'three']) await writes(page, text)
  for (const text of ['one', 'two', 'three'])
    await expect.poll(() => readableIn(page)).toContain(JSON.stringify({ content: text }).slice(1, -1))
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${inject('server').url}/${topicHash(topic)}`)
  await next.locator('article[data-id]', { hasText: 'three' }).waitFor()
  await expect.poll(() => contentsOf(topic)).toEqual(['hello', 'one', 'two', 'three'])
  await expect.poll(() => next.locator('.layer:not(.parked) .outgoing').count()).toBe(0)
})

const REFUSING_BROWSERS = {
  'has no database': () => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
    Object.defineProperty(navigator, 'storageBuckets', { value: undefined })
  },
  'opens no database': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Refused', 'SecurityError')
    }
  },
  'is full': () => {
    IDBTransaction.prototype.commit = function () {
      this.abort()
    }
  },
}

for (const [refusal, refuse] of Object.entries(REFUSING_BROWSERS))
  test(`13. a message waits in its tab and is sent once, although the browser ${refusal}`, async () => {
    const topic = newTopic()
    await sends('ben', topic, ['hello'])
    const page = await opens('ada', {}, topicHash(topic))
    await page.context().addInitScript(refuse)
    await page.reload()
    await rowOf(page, 'hello').waitFor()
    await page.context().setOffline(true)
    await writes(page, 'kept here')
    await rowOf(page, 'kept here').getByText('waiting').waitFor()
    await page.context().setOffline(false)
    await page.locator('article[data-id]', { hasText: 'kept here' }).waitFor()
    await writes(page, 'and another')
    await page.locator('article[data-id]', { hasText: 'and another' }).waitFor()
    expect(await contentsOf(topic)).toEqual(['hello', 'kept here', 'and another'])
  })

test('12, 13. a message whose answer was lost is there once, although the tab closed and the queue is gone', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const context = page.context()
  const { promise: answerIsLost, resolve: loseAnswer } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/json/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if (!isFirst) return route.abort('connectionreset')
    isFirst = false
    await passOn(route)
    // The event must not confirm the message either.
    await context.setOffline(true)
    await route.abort('connectionreset')
    loseAnswer()
  })
  await page.route('**/json/events*', (route) => route.abort())
  await writes(page, 'only once')
  await answerIsLost
  await expect.poll(() => contentsOf(topic)).toEqual(['hello', 'only once'])
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${inject('server').url}/${topicHash(topic)}`)
  await next.locator('article[data-id]', { hasText: 'only once' }).waitFor()
  await expect.poll(() => next.locator('.layer:not(.parked) .outgoing').count()).toBe(0)
  expect(await contentsOf(topic)).toEqual(['hello', 'only once'])
})

test('all tabs show what waits, and one of them sends it', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const second = await page.context().newPage()
  await second.goto(`${inject('server').url}/${topicHash(topic)}`)
  await rowOf(second, 'hello').waitFor()
  await page.context().setOffline(true)
  await writes(page, 'from the first tab')
  await rowOf(second, 'from the first tab').waitFor()
  await writes(second, 'from the second tab')
  await rowOf(page, 'from the second tab').waitFor()
  await page.context().setOffline(false)
  await second.locator('article[data-id]', { hasText: 'from the second tab' }).waitFor()
  expect(await contentsOf(topic)).toEqual(['hello', 'from the first tab', 'from the second tab'])
})
