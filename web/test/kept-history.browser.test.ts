import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { keptMessages, requestsOf } from './kept-messages'
import { asks, newPersonAlone, newTopic, opens, rowOf, sends, topicHash, userId } from './person'

test('102. conversations that this browser keeps open without a request', async () => {
  // Events of other tests would put what is kept in doubt, and a conversation in doubt asks the server.
  const [{ name, channel }, open, other, direct] = [await newPersonAlone(), newTopic(), newTopic(), newTopic()]
  const [first = 0] = await sends('ben', other, ['kept text', '/poll Lunch?\nSoup', 'its last line'], { channel })
  await asks('ben', `POST /messages/${first}/reactions`, { emoji_name: 'tada' })
  await sends('ben', open, ['hello'], { channel })
  await asks('ben', 'POST /messages', { type: 'direct', to: JSON.stringify([userId(name)]), content: direct })
  const page = await opens(name, {}, topicHash(open, channel))
  await rowOf(page, 'hello').waitFor()
  await keptMessages(page, 'kept text')
  await keptMessages(page, direct)
  const requests = requestsOf(page)
  const goes = (hash: string) => page.evaluate((to) => void (location.hash = to), hash)
  await goes(topicHash(other, channel))
  await rowOf(page, 'its last line').waitFor()
  await sends('ben', other, ['and live'], { channel })
  await rowOf(page, 'and live').waitFor()
  await goes(`#narrow/dm/${userId('ben')}-ben`)
  await rowOf(page, direct).waitFor()
  await goes(`#narrow/channel/${channel.stream_id}-${channel.name}`)
  await rowOf(page, 'hello').waitFor()
  await goes('#narrow/is/starred')
  await goes('#inbox')
  await goes(topicHash(open, channel))
  await rowOf(page, 'hello').waitFor()
  expect(requests).toEqual([])
})

test('103. without a network, a new page opens kept conversations that it never showed, and finds them', async () => {
  const [open, other] = [newTopic(), newTopic()]
  await sends('ben', other, ['never shown before'])
  await sends('ben', open, ['hello'])
  const page = await opens('ada', { serviceWorkers: 'allow' }, topicHash(open))
  await rowOf(page, 'hello').waitFor()
  await keptMessages(page, 'never shown before')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
  await page.reload()
  await rowOf(page, 'hello').waitFor()
  await page.evaluate((to) => (location.hash = to), topicHash(other))
  await rowOf(page, 'never shown before').waitFor()
  await page.evaluate(
    (to) => (location.hash = `narrow/topic/${to}/search/shown`),
    encodeURIComponent(other).replaceAll('%', '.'),
  )
  await page.getByText(/Messages searched in this browser: [\d,]+/).waitFor()
  await page.locator('.layer:not([inert]) .hit', { hasText: 'never shown before' }).waitFor()
  await page.context().setOffline(false)
  await page.locator('.kept-only').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.locator('.kept-only').count()).toBe(0)
  await page.locator('.layer:not([inert]) .hit .highlight', { hasText: 'shown' }).waitFor()
})

test('104. the settings say how much this browser keeps, and what the user chooses goes at once', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['to be kept'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'to be kept').waitFor()
  await keptMessages(page, 'to be kept')
  await page.evaluate(() => (location.hash = '#settings/preferences'))
  await page.getByText(/messages(?: are)? here: [\d,]+/i).click()
  await page.getByText(/^# general: [\d,]+ · [\d.]+ [kM]B$/).waitFor()
  await page.getByLabel('Keep messages in this browser').selectOption('nothing')
  await expect.poll(() => page.getByText(/messages(?: are)? here: [\d,]+/i).count()).toBe(0)
  await keptMessages(page, 'to be kept', false)
  await page.getByLabel('Keep messages in this browser').selectOption('everything')
  await page.getByText(/All of your messages are here: [\d,]+/).waitFor()
})

test('128. a network that takes all and answers nothing is like none', async () => {
  const [{ name, channel }, open, other] = [await newPersonAlone(), newTopic(), newTopic()]
  await sends('ben', other, ['never shown before'], { channel })
  await sends('ben', open, ['hello'], { channel })
  const page = await opens(name, { serviceWorkers: 'allow' }, topicHash(open, channel))
  await rowOf(page, 'hello').waitFor()
  await keptMessages(page, 'never shown before')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.evaluate(() => (location.hash = '#recent'))
  await page.locator('.layer:not(.parked) a.conv', { hasText: other }).waitFor()
  await page.context().route('**/json/**', () => {})
  await page.context().routeWebSocket(/./, () => {})
  await page.clock.install()
  /** Lets time pass until the page shows something. Returns the seconds that it took. */
  const secondsUntil = async (found: Locator) => {
    const before = await page.evaluate(() => Date.now())
    const shows = async () => {
      await page.clock.fastForward(250)
      return found.count()
    }
    await expect.poll(shows).toBeGreaterThan(0)
    return ((await page.evaluate(() => Date.now())) - before) / 1000
  }
  await page.reload()
  await secondsUntil(page.locator('.layer:not(.parked) a.conv', { hasText: other }))
  // Nothing was answered, so the next reads wait less.
  await page.evaluate((to) => (location.hash = to), topicHash(other, channel))
  expect(await secondsUntil(rowOf(page, 'never shown before'))).toBeLessThan(8)
  await page.evaluate(() => (location.hash = '#narrow/search/never'))
  expect(await secondsUntil(page.getByText(/Messages searched in this browser: [\d,]+/))).toBeLessThan(8)
  await page.getByText('1 message in 1 conversation').waitFor()
})
