import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPersonAlone, newTopic, opens, sends } from './person'

const focusedText = (page: Page) =>
  page.evaluate(() => (document.activeElement === document.body ? 'the page' : document.activeElement?.textContent))

test('40. when a key opens another view, the focus moves to its title', async () => {
  const { name, channel } = await newPersonAlone()
  const [first, second] = [newTopic(), newTopic()]
  for (const topic of [first, second]) await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, {}, '#inbox')
  await page.locator('.conv', { hasText: first }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toMatch(new RegExp(`›${first}$`))
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toContain(channel.name)

  await page.evaluate(() => document.activeElement?.closest('h1')?.focus())
  await page.keyboard.press('n')
  await expect.poll(() => focusedText(page)).toMatch(new RegExp(`›${second}$`))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to…' }).fill('Recent')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toBe('Recent conversations')
  await page.goBack()
  await expect.poll(() => focusedText(page)).toMatch(new RegExp(`›${second}$`))
})

test('40. a view that takes the focus itself keeps it', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, {}, '#inbox')
  await page.locator('.conv', { hasText: topic }).focus()
  await page.keyboard.press('/')
  const search = page.locator('.layer:not([inert]) input')
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
})
