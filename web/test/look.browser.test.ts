import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { composerOf, newPersonAlone, newTopic, opens, rowOf, sends, topicHash, userId } from './person'
import { choosesOther } from './views'

test('62. a row shows the number of unread messages apart from the number of mentions', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['one', 'two', `@**|${userId(gus)}** three`, 'four'], { channel })
  const page = await opens(gus, { viewport: { width: 1440, height: 900 } }, '#inbox')
  const row = page.locator('.conv', { hasText: topic })
  await row.waitFor()
  const seen = (selector: string) => page.locator(`${selector} > [aria-hidden]`).allTextContents()
  for (const place of ['.conv', '.rail .channel']) {
    await expect.poll(() => seen(`${place} .at`)).toEqual(['@1'])
    await expect.poll(() => seen(`${place} .n`)).toEqual(['4'])
  }
  await expect.poll(() => seen('.rail .row:has(.i-mention) .at')).toEqual(['@1'])
  expect(await seen('.rail .row:has(.i-mention) .n')).toEqual([])
  // The inbox uses the whole width, and a conversation has one line.
  const box = await row.locator('time').boundingBox()
  const height = await row.evaluate((element) => element.getBoundingClientRect().height)
  expect(1440 - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(24)
  expect(height).toBeLessThanOrEqual(44)
})

test('63. an icon that stands alone has a name, and shows it on focus and under the pointer', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(gus, { viewport: { width: 1440, height: 900 } }, topicHash(topic, channel))
  await rowOf(page, 'hello').focus()
  await rowOf(page, 'hello').locator('.tools .ib').first().waitFor()
  const icons = page.locator('.app .ib')
  await expect.poll(() => icons.count()).toBeGreaterThan(7)
  expect(
    await icons.evaluateAll((buttons) =>
      buttons.flatMap(({ outerHTML, ariaLabel }) => ((ariaLabel ?? '') === '' ? [outerHTML] : [])),
    ),
  ).toEqual([])
  const more = page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'More' })
  await page.keyboard.press('Shift')
  await more.focus()
  const named = (icon: Locator) => icon.evaluate((element) => getComputedStyle(element, '::after').content)
  await expect.poll(() => named(more)).toBe('"More"')
  const pane = page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'Open beside' })
  expect(await named(pane)).toBe('none')
  await pane.hover()
  await expect.poll(() => named(pane)).toMatch(/^"Open beside/)
})

test('64. the five tabs of a phone have an icon, a word, and room for a finger', async () => {
  const { name: gus } = await newPersonAlone()
  const page = await opens(gus, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, '#inbox')
  const tabs = page.locator('.tabs > *')
  await tabs.first().waitFor()
  const found = await tabs.evaluateAll((all) =>
    all.map((tab) => {
      const { width, height } = tab.getBoundingClientRect()
      return [width >= 44 && height >= 44, tab.querySelector('svg') !== null, tab.textContent !== '']
    }),
  )
  expect(found).toEqual(Array.from({ length: 5 }, () => [true, true, true]))
})

test('86, 99. the head of a conversation has its channel, who is there, and icons, and on paper it has its whole text', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(gus, { viewport: { width: 1440, height: 900 } }, topicHash(topic, channel))
  const head = page.locator('.layer:not(.parked) .head')
  await head.locator('.crowd', { hasText: '2 people' }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(() => composerOf(page).isVisible()).toBe(false)
  const onPaper = await page.evaluate(() => ({
    isLight: getComputedStyle(document.documentElement).colorScheme === 'light',
    hasRail: document.querySelector('.rail')?.checkVisibility(),
    scrolls: [...document.querySelectorAll('.app, .layer:not(.parked), .layer:not(.parked) .list')].filter(
      (element) => getComputedStyle(element).overflowY !== 'visible',
    ).length,
  }))
  expect(onPaper).toEqual({ isLight: true, hasRail: false, scrolls: 0 })
  await page.emulateMedia({ media: null, colorScheme: null })
  await expect.poll(() => head.locator('.crowd .av').count()).toBe(1)
  await expect.poll(() => head.locator('h1 .tile').count()).toBe(1)
  await head.getByRole('button', { name: 'Follow' }).click()
  await head.getByRole('button', { name: 'Unfollow', pressed: true }).waitFor()
  await head.getByRole('button', { name: 'Search in this conversation' }).click()
  const search = page.locator('.pane .search')
  await search.getByText(`topic ${topic}`).waitFor()
  await search.getByRole('combobox').fill('hello')
  await search.getByRole('combobox').press('Enter')
  await page.locator('.pane article.msg', { hasText: 'hello' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator('.pane').waitFor({ state: 'detached' })
  await page.locator('.main .head').getByRole('button', { name: 'Resolve' }).click()
  await page.locator('.main h1', { hasText: `✔ ${topic}` }).waitFor()
})

test('87, 101. still rows stand for messages that are on their way, and the line of new messages says how many there are and since when, and marks them as read', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['one', 'two', 'three'], { channel })
  const page = await opens(gus, { viewport: { width: 1440, height: 300 } }, topicHash(topic, channel))
  const line = page.locator('.layer:not(.parked) .day.new')
  await line.getByText(/^New, 3 messages since \d+:\d\d [AP]M$/).waitFor()
  // What comes meanwhile is new too.
  await page.evaluate(() => Object.defineProperty(document, 'hasFocus', { value: () => false }))
  await sends('ben', topic, ['four'], { channel })
  await line.getByText('New, 4 messages').waitFor()
  // The tools of the row below leave the button free.
  await rowOf(page, 'one').hover()
  const [button, tools] = [line.getByRole('button'), rowOf(page, 'one').locator('.tools')]
  const [free, covered] = [await button.boundingBox(), await tools.boundingBox()]
  expect(covered!.y).toBeGreaterThanOrEqual(free!.y + free!.height)
  await line.getByRole('button', { name: 'Mark as read' }).click()
  await page.locator('.notice', { hasText: 'as read' }).waitFor()
  await line.getByRole('button').waitFor({ state: 'detached' })
  await expect.poll(() => line.textContent()).toContain('New, 4 messages')
  const answering = Promise.withResolvers<void>()
  await page.route('**/json/messages?*', (route) => answering.promise.then(() => route.continue()))
  // They go when the messages that this browser keeps have been looked through.
  await page.evaluate(() => {
    const heights = new Set<string>()
    Object.assign(globalThis, { heights })
    new MutationObserver(() => {
      const rows = document.querySelector('.layer:not(.parked) .rows[aria-busy=true]')
      if (rows) heights.add(getComputedStyle(rows, '::before').blockSize)
    }).observe(document.querySelector('main')!, { subtree: true, childList: true, attributes: true })
  })
  await page.evaluate((hash) => (location.hash = hash), topicHash(newTopic(), channel))
  await page.waitForFunction(() => Reflect.get(globalThis, 'heights').has('116px'))
  answering.resolve()
  await page.getByText('No messages yet. Write the first one.').waitFor()
  expect(await faultsOn(page)).toEqual([])
})

test('88. the icons of the composer insert a mention and a poll, and a menu has the rest, also on a phone', async () => {
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(gus, { viewport: { width: 1440, height: 900 } }, topicHash(topic, channel))
  const write = page.locator('.layer:not(.parked) .write')
  await composerOf(page).fill('When?')
  await write.getByRole('button', { name: 'Poll' }).click()
  await expect.poll(() => composerOf(page).inputValue()).toBe('/poll When?')
  await composerOf(page).fill('')
  await write.getByRole('button', { name: 'Mention somebody' }).click()
  await page.locator('.completion').getByRole('option', { name: 'Ben Lindqvist' }).waitFor()
  await composerOf(page).fill('**bold**')
  await choosesOther(page, 'Preview')
  await write.locator('.preview strong').waitFor()
  await write.getByRole('button', { name: 'Preview', pressed: true }).click()
  await write.locator('.preview').waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await composerOf(page).fill('')
  const buttonCount = () =>
    write.locator('button').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
  await expect.poll(buttonCount).toBe(2)
  const other = await write.getByRole('button', { name: 'Other content' }).boundingBox()
  expect(other?.x).toBeLessThan((await composerOf(page).boundingBox())?.x ?? 0)
  await choosesOther(page, 'To-do list')
  await expect.poll(() => composerOf(page).inputValue()).toBe('/todo ')
  await expect.poll(buttonCount).toBeGreaterThan(6)
  // The ground of the button stays clear of the round corner.
  const corner = await write.locator('.send').evaluate((send) => {
    const { borderTopWidth, backgroundClip } = getComputedStyle(send)
    return [borderTopWidth, backgroundClip]
  })
  expect(corner).toEqual(['4px', 'padding-box'])
  await composerOf(page).fill('')
})
