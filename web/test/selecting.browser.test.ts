import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { centerOf, longPress, tap } from './fingers'
import { asks, composerOf, newTopic, opens, rowOf, sends, topicHash } from './person'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected messages' })
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()
const contentsOf = async (topic: string) => {
  const narrow = [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: topic },
  ]
  const { messages } = await asks('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    apply_markdown: false,
    narrow,
  })
  return messages.map(({ content, flags }: { content: string; flags: string[] }) => [
    content,
    ...flags.filter((flag) => flag === 'starred' || flag === 'read'),
  ])
}

test('90. messages are selected by keys, by a menu and by clicks, and starred, marked, forwarded, moved and deleted together', async () => {
  const [topic, other, third] = [newTopic(), newTopic(), newTopic()]
  await sends('ben', topic, ['one', 'two', 'three', 'four'])
  await sends('ben', third, ['elsewhere'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'one').waitFor()
  await page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'Search in this' }).waitFor()
  await expect.poll(() => contentsOf(topic)).toEqual(['one', 'two', 'three', 'four'].map((text) => [text, 'read']))

  await rowOf(page, 'one').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await bar(page).getByText('2 selected').waitFor()
  expect(await faultsOn(page)).toEqual([])
  await expect.poll(() => page.getByRole('article', { name: /^Selected Ben/ }).count()).toBe(2)
  await act(page, 'Star')
  await bar(page).waitFor({ state: 'detached' })
  await expect
    .poll(() => contentsOf(topic))
    .toEqual([
      ['one', 'read', 'starred'],
      ['two', 'read', 'starred'],
      ['three', 'read'],
      ['four', 'read'],
    ])

  // A click changes the selection, and opens nothing. Escape ends it.
  await rowOf(page, 'three').focus()
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await rowOf(page, 'four').click()
  await bar(page).getByText('2 selected').waitFor()
  await rowOf(page, 'four').getByRole('link', { name: 'Ben Lindqvist' }).or(rowOf(page, 'four')).first().click()
  await bar(page).getByText('1 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
  expect(page.url()).toContain(topicHash(topic))

  // What is marked as unread stays so while it is in sight.
  await rowOf(page, 'three').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await act(page, 'Mark as unread')
  await expect.poll(async () => (await contentsOf(topic)).slice(2)).toEqual([['three'], ['four']])

  await rowOf(page, 'one').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await act(page, 'Forward')
  await page.getByRole('combobox', { name: 'Go to or do…' }).fill(third)
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOf(page).inputValue()).toMatch(/one[^]*two/)
  await composerOf(page).fill('')
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))

  await rowOf(page, 'three').focus()
  await page.keyboard.press('Shift+ArrowUp')
  await act(page, 'Move messages')
  const move = page.getByRole('dialog', { name: 'Move messages' })
  await move.getByRole('combobox', { name: 'Topic' }).fill(other)
  await move.getByRole('button', { name: 'Move' }).click()
  await page.locator('.layer:not(.parked) h1', { hasText: other }).waitFor()
  expect((await contentsOf(topic)).map(([content]: string[]) => content)).toContain('one')
  expect((await contentsOf(other)).map(([content]: string[]) => content)).toEqual(
    expect.arrayContaining(['two', 'three']),
  )
  await expect.poll(() => bar(page).count()).toBe(0)

  await rowOf(page, 'two').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await act(page, 'Delete')
  await page.getByRole('dialog', { name: 'Delete these messages?' }).getByRole('button', { name: 'Delete' }).click()
  await rowOf(page, 'two').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await contentsOf(other)).map(([content]: string[]) => content))
    .not.toEqual(expect.arrayContaining(['two']))
})

test('90. a long press selects a message on a phone, a tap on others extends the selection, and the list of keys has its keys', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['one', 'two', 'three'])
  const phone = await opens(
    'ada',
    { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    topicHash(topic),
  )
  await rowOf(phone, 'three').waitFor()
  await expect.poll(() => contentsOf(topic)).toEqual(['one', 'two', 'three'].map((text) => [text, 'read']))
  await longPress(phone, await centerOf(rowOf(phone, 'one')))
  await tap(phone.getByRole('menuitem', { name: 'Select' }))
  await bar(phone).getByText('1 selected').waitFor()
  await tap(rowOf(phone, 'three'))
  await bar(phone).getByText('2 selected').waitFor()
  expect(await faultsOn(phone)).toEqual([])
  await tap(bar(phone).getByRole('button', { name: 'Star', exact: true }))
  await expect
    .poll(() => contentsOf(topic))
    .toEqual([
      ['one', 'read', 'starred'],
      ['two', 'read'],
      ['three', 'read', 'starred'],
    ])
  const page = await opens('ada', {}, '#keyboard-shortcuts')
  await page.getByRole('searchbox', { name: 'Filter keys' }).fill('select this')
  await page.getByRole('dialog').getByText('Shift-↓').waitFor()
})
