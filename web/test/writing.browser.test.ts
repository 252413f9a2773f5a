import { expect, test } from 'vitest'
import { passOn } from './launch'
import { asks, composerOf, newTopic, opens, rowOf, sends, topicHash, userId } from './person'
import { closesCard } from './views'

test('11. an own message is visible in the frame after Enter, and then settles once', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await composerOf(page).fill('My **answer**')
  const nextFrame = await composerOf(page).evaluate(async (field) => {
    const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
    field.dispatchEvent(new KeyboardEvent('keydown', enter))
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
    return document.querySelector('.layer:not(.parked) .outgoing')?.textContent ?? ''
  })
  expect(nextFrame).toContain('My **answer**')
  await page.locator('.layer:not(.parked) article[data-id] strong', { hasText: 'answer' }).waitFor()
  await expect.poll(() => rowOf(page, 'answer').count()).toBe(1)
  await expect.poll(() => composerOf(page).inputValue()).toBe('')
})

test('12. the connection is cut between request and answer: the message is there exactly once', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  let cuts = 1
  await page.route('**/json/messages', async (route) => {
    if (route.request().method() !== 'POST' || cuts-- <= 0) return route.continue()
    await passOn(route)
    await route.abort('connectionreset')
  })
  await composerOf(page).fill('only once')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'only once').waitFor()
  // The client sends one message after the other, so it has finished with the first.
  await composerOf(page).fill('and this after it')
  await composerOf(page).press('Control+Enter')
  await page.locator('.layer:not(.parked) article[data-id]', { hasText: 'and this after it' }).waitFor()
  await expect.poll(() => rowOf(page, 'only once').count()).toBe(1)
  const { messages } = await asks('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: 'general' },
      { operator: 'topic', operand: topic },
    ],
  })
  expect(messages.filter(({ content }: { content: string }) => content.includes('only once'))).toHaveLength(1)
})

test('a connection that returns shows what was written in the meantime', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.context().setOffline(true)
  await page.getByText('Offline.').waitFor()
  await sends('ben', topic, ['while offline'])
  await composerOf(page).fill('written offline')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'written offline').getByText('waiting').waitFor()
  await page.context().setOffline(false)
  await rowOf(page, 'while offline').waitFor()
  await page.locator('article[data-id]', { hasText: 'written offline' }).waitFor()
  await expect.poll(() => page.getByText('Offline.').count()).toBe(0)
  await expect.poll(() => rowOf(page, 'written offline').count()).toBe(1)
})

test('after the queue has expired, the client registers again and shows what it missed', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const registered = page.waitForResponse((response) => response.url().endsWith('/json/register'))
  await page.context().setOffline(true)
  await page.getByText('Offline.').waitFor()
  await page.route('**/json/events?**', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_EVENT_QUEUE_ID', msg: 'Bad event queue ID' } }),
  )
  await page.routeWebSocket('**/json/events**', (socket) => socket.close())
  await sends('ben', topic, ['missed'])
  await page.context().setOffline(false)
  await registered
  await rowOf(page, 'missed').waitFor()
})

test('14, 15. keys, views and a reload keep the text', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await composerOf(page).fill('half a sen')
  await composerOf(page).press('Escape')
  for (const key of ['n', 'Shift+I', 'a', '*', 'j', 'k', 'Escape', '?']) await page.keyboard.press(key)
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await closesCard(page)
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sen')
  await page.reload()
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sen')
})

test('16. a refused message stays, says why, and can be edited and sent', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.route('**/json/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not in this channel' } })
      : route.continue(),
  )
  await composerOf(page).fill('refuse this')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'Not sent: Not in this channel').waitFor()
  await page.unroute('**/json/messages')
  await page.getByRole('button', { name: 'Edit' }).last().click()
  await expect.poll(() => composerOf(page).inputValue()).toBe('refuse this')
  await composerOf(page).press('Control+Enter')
  await page.locator('article[data-id]', { hasText: 'refuse this' }).waitFor()
})

test('reactions, stars, edits and deletions show in both clients', async () => {
  const topic = newTopic()
  await sends('ada', topic, ['change me'], { client: 'website' })
  const [ada, ben] = [await opens('ada', {}, topicHash(topic)), await opens('ben', {}, topicHash(topic))]
  await rowOf(ben, 'change me').hover()
  await rowOf(ben, 'change me').getByRole('button', { name: 'React' }).click()
  await ben.getByRole('button', { name: 'tada' }).click()
  await rowOf(ada, 'change me').getByRole('button', { name: 'reacted with :tada:' }).click()
  await rowOf(ben, 'change me').getByRole('button', { name: 'Ben Lindqvist and Ada Okafor reacted' }).waitFor()
  // The keyboard belongs to the window in front.
  await ada.bringToFront()
  await rowOf(ada, 'change me').focus()
  await ada.keyboard.press('Control+s')
  await rowOf(ada, 'change me').getByRole('img', { name: 'Starred' }).waitFor()
  await ada.keyboard.press('e')
  await ada.getByLabel('Edit message').fill('changed')
  await ada.getByLabel('Edit message').press('Control+Enter')
  await rowOf(ben, 'changed').getByText('edited').waitFor()
  await rowOf(ada, 'changed').focus()
  await ada.keyboard.press('i')
  await ada.getByRole('menuitem', { name: 'Delete' }).click()
  await ada.getByRole('button', { name: 'Delete for everyone' }).click()
  await expect.poll(() => rowOf(ben, 'changed').count()).toBe(0)
})

test('a new topic begins in its channel, and a direct message at its person', async () => {
  const topic = newTopic()
  const page = await opens('ada', {}, '#narrow/channel/1-general')
  await page.getByLabel('New topic in # general').fill(topic)
  await composerOf(page).fill('the first message')
  await composerOf(page).press('Control+Enter')
  await page.getByRole('heading', { name: topic }).waitFor()
  await page.locator('.layer:not(.parked) article[data-id]', { hasText: 'the first message' }).waitFor()
  const ben = await opens('ben', {}, `#narrow/dm/${userId('ada')}`)
  await composerOf(ben).fill(`psst ${topic}`)
  await composerOf(ben).press('Control+Enter')
  await ben.locator('.layer:not(.parked) article[data-id]', { hasText: `psst ${topic}` }).waitFor()
})
