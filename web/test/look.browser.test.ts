import { expect, test } from 'vitest'
import { newPersonAlone, newTopic, opens, rowOf, sends, topicHash, userId } from './person'

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

test('63. an icon that stands alone has a name, and shows it on focus', async () => {
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
  const more = page.locator('.layer:not([inert]) .head').getByRole('button', { name: 'More' })
  await page.keyboard.press('Shift')
  await more.focus()
  await expect.poll(() => more.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('"More"')
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
