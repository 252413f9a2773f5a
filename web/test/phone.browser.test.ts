import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { centerOf, longPress, recognisesGestures, swipe, tap } from './fingers'
import { asks, composerOf, newPersonAlone, newTopic, opens, rowOf, sends, topicHash } from './person'

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('51. a finger reads, answers and switches, without a pointer that hovers', async () => {
  const topic = newTopic()
  // The channels of the others receive messages meanwhile, and rows would move under the finger.
  const { name, channel } = await newPersonAlone()
  await sends('ben', topic, ['hello from ben'], { channel })
  const page = await opens(name, PHONE, '#inbox')
  await tap(page.locator('.conv', { hasText: topic }))
  await rowOf(page, 'hello from ben').waitFor()
  await tap(composerOf(page))
  await composerOf(page).fill('an answer from the phone')
  await tap(page.locator('.layer:not(.parked) .write .send'))
  await page.locator('article[data-id]', { hasText: 'an answer from the phone' }).waitFor()
  await tap(page.getByRole('button', { name: 'Back' }))
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#inbox')
  const bar = page.getByRole('navigation', { name: 'Views' })
  for (const [name, hash] of [
    ['Direct', '#direct-messages'],
    ['Search', '#search'],
    ['You', '#settings'],
  ]) {
    await tap(bar.getByRole('link', { name }))
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(hash)
    // The address changes before the view does.
    await expect.poll(() => bar.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
})

test('51. a swipe to the right marks a conversation as read, and one to the left mutes it', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const [read, muted, kept] = [newTopic(), newTopic(), newTopic()]
  for (const topic of [read, muted, kept]) await sends('ben', topic, ['please read'], { channel })
  const page = await opens(gus, PHONE, '#inbox')
  const row = (topic: string) => page.locator('.conv', { hasText: topic })
  for (const topic of [read, muted, kept]) await row(topic).waitFor()

  const near = await centerOf(row(kept))
  await swipe(page, near, { x: near.x + 40, y: near.y }) // too short
  await swipe(page, near, { x: near.x + 30, y: near.y + 200 }) // scrolls
  const first = await centerOf(row(read))
  await swipe(page, first, { x: first.x + 140, y: first.y })
  await page.getByText('Marked 1 message as read.').waitFor()
  await expect.poll(() => row(read).count()).toBe(0)
  const second = await centerOf(row(muted))
  await swipe(page, second, { x: second.x - 140, y: second.y })
  await expect
    .poll(async () => (await asks(gus, 'POST /register', { fetch_event_types: ['user_topic'] })).user_topics)
    .toContainEqual(expect.objectContaining({ topic_name: muted, visibility_policy: 1 }))
  await expect.poll(() => row(kept).count()).toBe(1)
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#inbox')
})

test('51. a long press opens the actions of a conversation and of a message', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['press me'], { channel })
  const page = await opens(gus, PHONE, '#inbox')
  await page.locator('.conv', { hasText: topic }).waitFor()
  await longPress(page, await centerOf(page.locator('.conv', { hasText: topic })))
  await page.getByRole('menuitemcheckbox', { name: 'Follow' }).waitFor()
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#inbox')
  await page.keyboard.press('Escape')
  await page.locator('.menu').waitFor({ state: 'detached' })
  await page.goto(`${inject('server').url}/${topicHash(topic, channel)}`)
  await rowOf(page, 'press me').waitFor()
  await longPress(page, await centerOf(rowOf(page, 'press me')))
  await page.getByRole('menuitem', { name: 'Quote' }).waitFor()
})

test('51. the click that a slow browser adds to a long press chooses nothing of the menu below the finger', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['press me'], { channel })
  const page = await opens(gus, PHONE, topicHash(topic, channel))
  await recognisesGestures(page)
  const fires = (element: Locator, type: string) =>
    element.dispatchEvent(type, { pointerType: 'touch', isPrimary: true, detail: 1 })
  await fires(rowOf(page, 'press me'), 'pointerdown')
  await page.locator('.held').waitFor()
  await fires(rowOf(page, 'press me'), 'pointerup')
  const quote = page.getByRole('menuitem', { name: 'Quote' })
  await quote.waitFor()
  await fires(quote, 'click')
  await expect.poll(() => quote.isVisible()).toBe(true)
  await tap(quote)
  await expect.poll(() => composerOf(page).inputValue()).toContain('press me')
})

test('52. the keyboard never covers the composer', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', { viewport: { width: 390, height: 844 } }, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const bottom = () =>
    page.evaluate(() => document.querySelector('.layer:not(.parked) .write')!.getBoundingClientRect().bottom)
  // Most browsers make the page smaller.
  await page.setViewportSize({ width: 390, height: 500 })
  await expect.poll(bottom).toBeLessThanOrEqual(500)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(bottom).toBeGreaterThan(700)
  // Safari lays the keyboard over the page.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { get: () => 500, configurable: true })
    visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(bottom).toBeLessThanOrEqual(500)
})

test('the client can be installed: the manifest names its icons, and they exist', async () => {
  const { url } = inject('server')
  const manifest = await (await fetch(`${url}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', id: '/' })
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons)]
  for (const { src, type } of [...icons, { src: '/apple-touch-icon.png' }, { src: '/badge-96.png' }]) {
    const response = await fetch(`${url}${src}`)
    expect(response.status, src).toBe(200)
    if (type !== undefined) expect(response.headers.get('content-type')).toContain(type)
  }
})

test.for([
  ['/favicon.ico', 'image/svg+xml'],
  ['/static/favicon.ico', 'image/svg+xml'],
  ['/static/images/favicon.svg', 'image/svg+xml'],
  ['/apple-touch-icon-precomposed.png', 'image/png'],
  ['/accounts/login', 'text/html'],
  ['/accounts/login/', 'text/html'],
  ['/.well-known/change-password', 'text/html'],
  ['/robots.txt', 'text/plain'],
] as const)('%s, for which clients ask by themselves, has %s', async ([address, type]) => {
  const response = await fetch(inject('server').url + address)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain(type)
})

test('another app shares a link: the user chooses a conversation, whose draft receives it', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('cleo', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const query = new URLSearchParams({
    title: 'A recipe',
    text: 'Look: https://example.com/soup',
    url: 'https://example.com/soup',
  })
  await page.goto(`${inject('server').url}/?${query}`)
  await page.locator('.switcher input').fill(topic)
  await page.locator('.switcher [role=option]', { hasText: topic }).first().click()
  await expect.poll(() => composerOf(page).inputValue()).toBe('A recipe\nLook: https://example.com/soup')
  expect(await page.evaluate(() => location.search)).toBe('')
  await composerOf(page).fill('')
})

const heightOf = (page: Page, selector: string) =>
  page.locator(`.layer:not(.parked) ${selector}`).evaluate((element) => element.getBoundingClientRect().height)

test('69. in a conversation, messages have four fifths of a phone, and half of a low window, also while the user writes', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['a message'])
  const page = await opens('ada', PHONE, topicHash(topic))
  await rowOf(page, 'a message').waitFor()
  const shares: Record<string, number> = {}
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    shares[`${width}×${height}`] = (await heightOf(page, '.list-frame')) / height
  }
  expect(await heightOf(page, '.write')).toBeLessThanOrEqual(52)
  await composerOf(page).fill('one\ntwo\nthree\nfour')
  shares['320×256, four lines'] = (await heightOf(page, '.list-frame')) / 256
  expect(shares['390×844']).toBeGreaterThanOrEqual(0.8)
  expect(shares['844×390']).toBeGreaterThanOrEqual(0.6)
  expect(shares['320×256']).toBeGreaterThanOrEqual(0.5)
  expect(shares['320×256, four lines']).toBeGreaterThanOrEqual(0.5)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.getByRole('navigation', { name: 'Views' }).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Emoji' }).waitFor()
})

test('70. a tap on a text shows no tools, and covers nothing', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['a text to tap'])
  const page = await opens('ada', PHONE, topicHash(topic))
  await tap(rowOf(page, 'a text to tap').locator('.body'))
  await expect.poll(() => rowOf(page, 'a text to tap').locator('.tools').isVisible()).toBe(false)
})

test('89. a swipe on a message quotes it, one back does nothing, and code below the finger scrolls', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['answer me', `\`\`\`\n${'wide '.repeat(100)}\n\`\`\``], { channel })
  const page = await opens(gus, PHONE, topicHash(topic, channel))
  const text = rowOf(page, 'answer me')
  await text.waitFor()
  const code = await centerOf(rowOf(page, 'wide').locator('pre'))
  await swipe(page, code, { x: code.x + 140, y: code.y })
  const at = await centerOf(text)
  await swipe(page, at, { x: at.x + 40, y: at.y }) // too short
  await swipe(page, at, { x: at.x - 140, y: at.y })
  await expect.poll(() => page.locator('[data-swipe]').count()).toBe(0)
  await expect.poll(() => composerOf(page).inputValue()).toBe('')
  await swipe(page, at, { x: at.x + 140, y: at.y })
  await expect.poll(() => composerOf(page).inputValue()).toContain('answer me')
  await expect.poll(() => composerOf(page).inputValue()).not.toContain('wide')
  // The alternative is in the menu of the message.
  await longPress(page, await centerOf(text))
  await page.getByRole('menuitem', { name: 'Quote' }).waitFor()
})
