import { expect, inject, test } from 'vitest'
import { startOutage } from './outage'
import { asks, newPerson, newTopic, sends, sendsMany, topicHash } from './person'
import { storedSnapshot } from './stored-snapshot'
import { COMPOSER, contentsOf, goesTo, opens, shows, titleIs, writes } from './webdriver-client'

// The statements on which all others rest, over W3C WebDriver: `npm run test:browsers` runs them in WebKitGTK.

test('1, 11, 14. a user logs in, reads and writes, and a reload keeps what is being written', async () => {
  const [name, topic] = [await newPerson(), newTopic()]
  await sends('ben', topic, ['hello'])
  const page = await opens(name, topicHash(topic))
  await shows(page, 'hello')
  await writes(page, 'an **answer**')
  await shows(page, 'an answer')
  expect(await contentsOf(topic)).toEqual(['hello', 'an **answer**'])
  await page.type(COMPOSER, 'half a sentence')
  await page.reload()
  await shows(page, 'an answer')
  await page.waits((field) => document.querySelector<HTMLTextAreaElement>(field)?.value === 'half a sentence', COMPOSER)
  // Another page, and back.
  await page.goTo('about:blank')
  await page.goTo(`${inject('server').url}/${topicHash(topic)}`)
  await shows(page, 'an answer')
})

test('3, 5, 7. a conversation opens at its first unread message, and what was in sight is read', async () => {
  const [name, topic] = [await newPerson(), newTopic()]
  const texts = Array.from({ length: 40 }, (_, at) => `line ${at}\n\nmore\n\nmore`)
  await sendsMany(topic, texts, name)
  const page = await opens(name, '#inbox')
  await titleIs(page, 'Inbox')
  const [id] = await sends('ben', topic, ['the first unread one', 'the second'])
  await page.waits((text) => document.querySelector('.layer:not(.parked)')?.textContent?.includes(text), topic)
  await goesTo(page, topicHash(topic))
  await shows(page, 'the first unread one')
  await page.waits((message) => {
    const { top, bottom } = document
      .querySelector(`.layer:not(.parked) [data-id="${message}"]`)!
      .getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  }, id)
  await expect
    .poll(async () => {
      const { messages } = await asks(name, 'GET /messages', { message_ids: [id], client_gravatar: true })
      return messages[0].flags
    })
    .toContain('read')
})

test('9. older messages load while the user scrolls up, and no row moves other than by the scroll', async () => {
  const [name, topic] = [await newPerson(), newTopic()]
  const texts = Array.from({ length: 240 }, (_, at) => `number ${at}\n\n${'x '.repeat((at * 37) % 300)}`)
  await sendsMany(topic, texts, name)
  const page = await opens(name, topicHash(topic))
  await shows(page, 'number')
  const found = await page.runs(scrollsUp)
  expect(found.rows).toBe(240)
  expect(found.jumps.length).toBeGreaterThan(30)
  expect(Math.max(...found.jumps)).toBeLessThanOrEqual(1)
})

/** Runs in the page. Each step scrolls by 200 px: the row in the middle may move by 200 px and nothing else. */
async function scrollsUp() {
  const scroller = document.querySelector('.layer:not(.parked) .list')!
  const jumps: number[] = []
  const isAtBeginning = () => scroller.scrollTop === 0 && scroller.querySelectorAll('article').length === 240
  // At the upper edge, it waits until the server has answered.
  for (let step = 0; step < 3000 && !isAtBeginning(); step++) {
    const middle = document.elementFromPoint(500, 400)?.closest('article')
    const before = middle?.getBoundingClientRect().top ?? 0
    const by = Math.min(200, scroller.scrollTop)
    scroller.scrollTop -= 200
    await new Promise((resolve) => {
      setTimeout(resolve, 40)
    })
    if (middle?.isConnected) jumps.push(Math.abs(middle.getBoundingClientRect().top - before - by))
  }
  return { jumps, rows: document.querySelectorAll('.layer:not(.parked) article').length }
}

test('27, 40. Ctrl-K finds a channel, a menu works by keyboard, and Escape returns the focus', async () => {
  const [name, topic] = [await newPerson(), newTopic()]
  await sends('ben', topic, ['hello'])
  const page = await opens(name, topicHash(topic))
  await shows(page, 'hello')
  await page.run(() => document.querySelector<HTMLElement>('.layer:not(.parked) article[data-id]')?.focus())
  await page.press('i')
  await page.waits(() => document.activeElement?.closest('[role="menu"]') !== null)
  await page.press('Escape')
  await page.waits(
    () => document.querySelector('[role="menu"]') === null && document.activeElement?.matches('article[data-id]'),
  )
  await page.press('Control+k')
  await page.waits(() => document.activeElement?.matches('[role="combobox"]'))
  for (const key of 'engin') await page.press(key)
  await page.waits(() => document.querySelector('[role="option"]')?.textContent?.includes('engineering'))
  await page.press('Enter')
  await titleIs(page, 'engineering')
})

test('13, 56. without the network the client starts, shows what was opened, and takes messages', async () => {
  const [name, topic] = [await newPerson(), newTopic()]
  await sends('ben', topic, ['read me on the train'])
  const network = await startOutage(inject('server').url)
  const page = await opens(name, topicHash(topic), network.url)
  await shows(page, 'read me on the train')
  await page.waits(() => navigator.serviceWorker.controller !== null)
  // The snapshot follows a second after what changed last.
  await expect.poll(() => page.runs(storedSnapshot)).toContain('read me on the train')
  await network.cut()
  await page.reload()
  await shows(page, 'read me on the train')
  for (const text of ['one', 'two']) await writes(page, text)
  await shows(page, 'two', '.layer:not(.parked) .outgoing')
  await network.restore()
  await shows(page, 'two')
  expect(await contentsOf(topic)).toEqual(['read me on the train', 'one', 'two'])
})

const NARROWEST = 450

test('42, 51, 59. in a narrow window nothing scrolls sideways, from right to left, and dark is dark', async () => {
  const [name, topic] = [await newPerson(), newTopic()]
  await asks(name, 'PATCH /settings', { default_language: 'ar', color_scheme: 2 })
  await sends('ben', topic, [`${'long'.repeat(60)}\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\``])
  const page = await opens(name, topicHash(topic))
  await page.waits(() => document.documentElement.dir === 'rtl')
  // The window of WebKitGTK's test browser is never narrower than its toolbar.
  for (const width of [1200, NARROWEST]) {
    await page.resize(width, 800)
    await page.waits((expected) => innerWidth <= expected, width)
    await shows(page, 'long')
    await page.waits(() => document.documentElement.scrollWidth <= innerWidth)
  }
  await page.waits(() => {
    const { color } = getComputedStyle(document.querySelector('.layer:not(.parked) h1')!)
    return Number(/^(?:lab|oklab|oklch)\(([\d.]+)/.exec(color)?.[1]) > 60
  })
})
