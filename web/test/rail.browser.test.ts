import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, newPersonAlone, newTopic, opens, sends, topicHash, userId } from './person'
import { randomDigits } from './random'

const CHANNELS = 24

/** A person with many channels, of which one has an unread message, and no other test sends to them. */
async function personOfMany(): Promise<{ name: string; channels: string[]; waiting: string }> {
  const { name } = await newPersonAlone()
  const base = newTopic().slice(0, 40)
  // The base has digits, too: those of a port.
  const channels = Array.from({ length: CHANNELS }, (_, at) => `${base} no${String(at).padStart(2, '0')}`)
  const subscriptions = channels.map((channel) => ({ name: channel }))
  for (const user of [name, 'ben']) await asks(user, 'POST /users/me/subscriptions', { subscriptions })
  const waiting = channels[20]!
  await sendsTo(waiting)
  return { name, channels, waiting }
}

async function sendsTo(name: string): Promise<void> {
  const { stream_id } = await asks('ben', 'GET /get_stream_id', { stream: name })
  await sends('ben', 'news', ['hello'], { channel: { name, stream_id } })
}

const section = (page: Page) => page.locator('.rail h2.sec button', { hasText: 'Channels' })
const rows = (page: Page) => page.locator('.rail a.channel').allInnerTexts()

test('72. a section with many channels shows its unread ones and how many there are more, and remembers what was opened', async () => {
  const { name, channels, waiting } = await personOfMany()
  const page = await opens(name, {}, '#inbox')
  await page.locator('.rail a.channel.unread', { hasText: waiting }).waitFor()
  const folded = await rows(page)
  expect(folded.length).toBeLessThan(CHANNELS)
  await expect.poll(() => section(page).innerText()).toMatch(/\d+ more/)
  await expect.poll(() => section(page).getAttribute('aria-expanded')).toBe('false')
  await section(page).press('Enter')
  await page.locator('.rail a.channel', { hasText: channels[0]! }).waitFor()
  expect((await rows(page)).findIndex((text) => text.includes(waiting))).toBe(
    folded.findIndex((text) => text.includes(waiting)),
  )
  await page.reload()
  await page.locator('.rail a.channel', { hasText: channels[3]! }).waitFor()
  await section(page).click()
  await page.locator('.rail a.channel', { hasText: channels[3]! }).waitFor({ state: 'detached' })
  await page.locator('.rail a.channel', { hasText: waiting }).click({ button: 'right' })
  await page.getByRole('menuitemcheckbox', { name: 'Pin channel to the top' }).click()
  await page.locator('.rail h2.sec', { hasText: 'Pinned' }).waitFor()
})

test('72. a channel with many unread topics shows some of them, and a button for all', async () => {
  const { name, channel } = await newPersonAlone()
  const topics = Array.from({ length: 30 }, () => newTopic())
  for (const topic of topics) await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, {}, topicHash(topics[0]!, channel))
  await page.locator('.rail a.topic[aria-current]', { hasText: topics[0]! }).waitFor()
  const links = await page.locator('.rail a.topic').count()
  expect(links).toBeLessThan(30)
  await page
    .locator('.rail')
    .getByRole('button', { name: `${30 - links} more topics` })
    .click()
  for (const topic of topics) await page.getByRole('dialog').getByText(topic).waitFor()
})

test('30. while the focus is in the rail, no row of it moves', async () => {
  const { name, channels } = await personOfMany()
  const topic = newTopic()
  await sends('ben', topic, ['here'])
  const page = await opens(name, {}, topicHash(topic))
  await page.locator('.rail a.channel.unread').first().waitFor()
  await page.locator('.rail .find').focus()
  await page.keyboard.press('Tab')
  const before = await rows(page)
  await sendsTo(channels[2]!)
  await expect.poll(() => page.title()).toMatch(/^\((?:[2-9]|\d\d+)\)/)
  expect((await rows(page)).map((text) => text.split('\n')[0])).toEqual(before.map((text) => text.split('\n')[0]))
  await page.locator('main h1').first().click()
  await page.locator('.rail a.channel.unread', { hasText: channels[2]! }).waitFor()
})

test('80. with 65 channels and 9 direct conversations, each unread row is in sight, and each section opens by pointer and key', async () => {
  // With the own channel, 65.
  const { name } = await newPersonAlone()
  const base = newTopic().slice(0, 40)
  const channels = Array.from({ length: 64 }, (_, at) => `${base} ${String(at).padStart(2, '0')}`)
  const subscriptions = channels.map((channel) => ({ name: channel }))
  for (const user of [name, 'ben']) await asks(user, 'POST /users/me/subscriptions', { subscriptions })
  const unread = [3, 17, 31, 45, 52, 58, 61, 63].map((at) => channels[at]!)
  for (const channel of unread) await sendsTo(channel)
  const [self, ada, cleo, dov] = [name, 'ada', 'cleo', 'dov'].map(userId)
  const groups = [[], [ada], [cleo], [dov], [ada, cleo], [ada, dov], [cleo, dov], [ada, cleo, dov]]
  const ids: number[] = []
  for (const others of [...groups, []]) {
    const from = ids.length === groups.length ? 'cleo' : 'ben'
    const sent = await asks(from, 'POST /messages', { type: 'direct', to: [self, ...others], content: 'hello' })
    ids.push(sent.id)
  }
  await asks(name, 'POST /messages/flags', { messages: ids.slice(3), op: 'add', flag: 'read' })
  const page = await opens(name, { viewport: { width: 1440, height: 900 } }, '#inbox')
  for (const channel of unread) await page.locator('.rail a.channel.unread', { hasText: channel }).waitFor()
  const hidden = () =>
    page.locator('.places').evaluate((list) => {
      const edge = list.getBoundingClientRect()
      const isHidden = ({ top, bottom }: DOMRect) => top < edge.top || bottom > edge.bottom
      return [...list.querySelectorAll('.row.unread')].filter((row) => isHidden(row.getBoundingClientRect())).length
    })
  await expect.poll(() => page.locator('.rail a.row.unread[href*="/dm/"]').count()).toBe(3)
  await expect.poll(hidden).toBe(0)
  for (const [title, open] of [
    ['Channels', 'Enter'],
    ['Direct messages', ''],
  ] as const) {
    const head = page.locator('.rail h2.sec button', { hasText: title })
    await head.filter({ hasText: /\d+ more/ }).waitFor()
    await (open === '' ? head.click() : head.press(open))
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true')
  }
  await page.locator('.rail a.channel', { hasText: channels[0]! }).waitFor()
})

test('81. the rail is filtered as the user types, and keys, a pointer and a menu move what is pinned', async () => {
  const { name, channels } = await personOfMany()
  const pinned = channels.slice(0, 3)
  const { subscriptions } = await asks(name, 'GET /users/me/subscriptions')
  const idOf = (channel: string) => subscriptions.find((row: { name: string }) => row.name === channel).stream_id
  await asks(name, 'POST /users/me/subscriptions/properties', {
    subscription_data: pinned.map((channel) => ({ stream_id: idOf(channel), property: 'pin_to_top', value: true })),
  })
  const page = await opens(name, {}, '#inbox')
  const order = async () =>
    (await page.locator('.rail a.channel').allInnerTexts()).slice(0, 3).map((text) => pinned.indexOf(text.trim()))
  const link = (at: number) => page.locator('.rail a.channel', { hasText: pinned[at]! })
  await expect.poll(order).toEqual([0, 1, 2])
  await page.getByRole('button', { name: 'Filter the list' }).click()
  await page.getByRole('searchbox', { name: 'Filter the list' }).fill(channels[9]!.slice(-8))
  await page.locator('.rail-filter a.row', { hasText: channels[9]! }).waitFor()
  await expect.poll(() => page.locator('.rail a.row:visible').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(order).toEqual([0, 1, 2])
  await link(0).focus()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect.poll(order).toEqual([1, 0, 2])
  await page.getByRole('status').filter({ hasText: 'is number 2 of 3' }).waitFor()
  await link(2).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(order).toEqual([1, 2, 0])
  await link(0).dragTo(link(1))
  await expect.poll(order).toEqual([0, 1, 2])
  await link(2).dragTo(link(0))
  await expect.poll(order).toEqual([2, 0, 1])
  await page.reload()
  await expect.poll(order).toEqual([2, 0, 1])
})

test('92. keys, a pointer and a menu move the sections of the rail, which has folders', async () => {
  const { name } = await personOfMany()
  await asks('ben', 'POST /messages', { type: 'direct', to: [userId(name)], content: 'hello' })
  const folder = `Folder ${randomDigits()}`
  const { channel_folder_id: folder_id } = await asks('ada', 'POST /channel_folders/create', {
    name: folder,
    description: '',
  })
  const { subscriptions } = await asks(name, 'GET /users/me/subscriptions')
  const [pinned, inside] = subscriptions.filter(({ is_muted }: { is_muted: boolean }) => !is_muted)
  await asks(name, 'POST /users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: pinned.stream_id, property: 'pin_to_top', value: true }],
  })
  await asks('ada', `PATCH /streams/${inside.stream_id}`, { folder_id })
  const page = await opens(name, {}, '#inbox')
  const titles = async () =>
    (await page.locator('.rail .sec .name').allInnerTexts()).filter((title) =>
      ['Pinned', 'Direct messages', folder, 'Other channels'].includes(title),
    )
  const head = (title: string) => page.locator('.rail .sec', { hasText: title })
  await expect.poll(titles).toEqual(['Pinned', 'Direct messages', folder, 'Other channels'])
  await page.getByRole('button', { name: 'Filter the list' }).waitFor()
  await head('Direct messages').getByRole('button').focus()
  await page.keyboard.press('Control+Shift+ArrowUp')
  await expect.poll(titles).toEqual(['Direct messages', 'Pinned', folder, 'Other channels'])
  await expect
    .poll(() =>
      head('Direct messages')
        .getByRole('button')
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true)
  await head(folder).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(titles).toEqual(['Direct messages', folder, 'Pinned', 'Other channels'])
  await page.getByRole('status').filter({ hasText: 'is number 2 of' }).waitFor()
  await head('Other channels').dragTo(head('Direct messages'))
  await expect.poll(titles).toEqual(['Other channels', 'Direct messages', folder, 'Pinned'])
  await page.reload()
  await expect.poll(titles).toEqual(['Other channels', 'Direct messages', folder, 'Pinned'])
})
