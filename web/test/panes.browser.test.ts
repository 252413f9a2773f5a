import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPersonAlone, newTopic, opens, rowOf, sends, topicHash, userId } from './person'

const main = (page: Page, text: string) => page.locator('.main .layer:not(.parked) article.msg', { hasText: text })
const aside = (page: Page, text: string) => page.locator('.pane .layer:not(.parked) article.msg', { hasText: text })
const heading = (page: Page, pane: '.main' | '.pane') => page.locator(`${pane} .layer:not(.parked) h1`)
const hasFocus = (page: Page, selector: string) =>
  expect.poll(() => page.evaluate((sought) => document.activeElement?.closest(sought) !== null, selector)).toBe(true)

async function twoTopics() {
  const { name, channel } = await newPersonAlone()
  const [first, second] = [newTopic(), newTopic()]
  await sends('ben', first, [`in ${first}`], { channel })
  await sends('ben', second, [`in ${second}`], { channel })
  return { name, channel, first, second }
}

test('77. a conversation opens beside another one; the address holds both, and each pane has its own history', async () => {
  const { name, channel, first, second } = await twoTopics()
  const third = newTopic()
  await sends('ben', third, [`in ${third}`], { channel })
  const page = await opens(name, { viewport: { width: 1440, height: 900 } }, topicHash(first, channel))
  await rowOf(page, `in ${first}`).waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('.switcher input').fill(second)
  await page.locator('.switcher [role=option]', { hasText: second }).first().waitFor()
  await page.keyboard.press('Control+Enter')
  await aside(page, `in ${second}`).waitFor()
  await hasFocus(page, '.pane')
  await main(page, `in ${first}`).waitFor()
  await page.reload()
  await aside(page, `in ${second}`).waitFor()
  await main(page, `in ${first}`).waitFor()
  await page.locator('.rail a', { hasText: third }).click({ modifiers: ['Shift'] })
  await aside(page, `in ${third}`).waitFor()
  await page.locator('.pane').getByRole('button', { name: 'Back' }).last().click()
  await aside(page, `in ${second}`).waitFor()
  await page.locator('.rail a', { hasText: third }).click()
  await main(page, `in ${third}`).waitFor()
  await aside(page, `in ${second}`).waitFor()
  await page.goBack()
  await main(page, `in ${first}`).waitFor()
  await aside(page, `in ${second}`).waitFor()
})

test('78. F6 moves between the panes, Escape closes the second one and returns the focus', async () => {
  const { name, first, second } = await twoTopics()
  const page = await opens(name, { viewport: { width: 1440, height: 900 } }, '#recent')
  // Rows of the inbox go when their messages are read. Those of this list stay.
  const row = page.locator('.main .conv', { hasText: first })
  await row.focus()
  await page.keyboard.press('Control+Enter')
  await aside(page, `in ${first}`).waitFor()
  await hasFocus(page, '.main .conv')
  await page.locator('.main .conv', { hasText: second }).click()
  await aside(page, `in ${second}`).waitFor()
  await heading(page, '.main').filter({ hasText: 'Recent conversations' }).waitFor()
  await page.keyboard.press('F6')
  await hasFocus(page, '.pane')
  await page.keyboard.press('F6')
  await hasFocus(page, '.rail')
  await page.keyboard.press('F6')
  await hasFocus(page, '.main')
  await page.keyboard.press('F6')
  await page.keyboard.press('Escape')
  await page.locator('.pane').waitFor({ state: 'detached' })
  await hasFocus(page, '.main .conv')
  expect(await page.evaluate(() => location.hash)).toBe('#recent')
})

test('79. with a pane, a narrow rail is a strip whose places have names, and a phone opens a view instead', async () => {
  const { name, channel, first } = await twoTopics()
  const page = await opens(
    name,
    { viewport: { width: 1024, height: 768 } },
    `${topicHash(first, channel)}?beside=user/${userId('ben')}`,
  )
  await heading(page, '.pane').filter({ hasText: 'Ben' }).waitFor()
  await main(page, `in ${first}`).waitFor()
  const width = () => page.locator('.rail').evaluate((rail) => rail.getBoundingClientRect().width)
  await expect.poll(width).toBe(56)
  await page.locator('.rail').getByRole('link', { name: 'Drafts' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await heading(page, '.pane').filter({ hasText: 'Ben' }).waitFor()
  await expect.poll(() => page.locator('.main .layer:not(.parked)').count()).toBe(0)
  await page.locator('.pane').getByRole('button', { name: 'Close (Esc)' }).click()
  await page.locator('.main .layer:not(.parked)').getByRole('button', { name: 'More' }).waitFor()
  await main(page, `in ${first}`).waitFor()
})
