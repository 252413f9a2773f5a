import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keptMessages } from './kept-messages'
import { asks, composerOf, newPersonAlone, newTopic, opens, rowOf, sends, topicHash, userId } from './person'
import { saved } from './saved'

/** Runs a command of the message with the focus. */
async function presses(page: Page, text: string, key: string): Promise<void> {
  await rowOf(page, text).focus()
  await page.keyboard.press(key)
}

const reactionsOf = async (id: number) =>
  (await asks('ada', `GET /messages/${id}`)).message.reactions.map(({ user_id }: { user_id: number }) => user_id)

async function startsOffline(name: string, hash: string): Promise<Page> {
  const page = await opens(name, { serviceWorkers: 'allow' }, hash)
  await rowOf(page, 'hello').waitFor()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return page
}

/** Runs a command of the switcher. */
async function runs(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('.switcher input').fill(`> ${command}`)
  await page.locator('.switcher [aria-selected=true]', { hasText: new RegExp(command, 'i') }).click()
}

/** Chooses an item of the menu of a message. */
async function choosesFor(page: Page, text: string, item: string): Promise<void> {
  await presses(page, text, 'i')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Moves messages in the dialog that is open. Nothing else can have the focus until it has closed. */
async function movesTo(page: Page, topic: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Topic' }).fill(topic)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const drafts = (page: Page) => page.evaluate(() => (location.hash = '#drafts'))
const opensTopic = (page: Page, topic: string) => page.evaluate((to) => (location.hash = to), topicHash(topic))

test('106. reactions, stars and edits wait without a network, also through a reload, and are sent after it', async () => {
  const topic = newTopic()
  const [id = 0] = await sends('ben', topic, ['hello'])
  const page = await startsOffline('ada', topicHash(topic))
  await composerOf(page).fill('my own text')
  await composerOf(page).press('Control+Enter')
  await page.locator('article[data-id]', { hasText: 'my own text' }).waitFor()
  await keptMessages(page, 'my own text')
  await page.context().setOffline(true)
  await presses(page, 'hello', '+')
  await presses(page, 'hello', 'Control+s')
  await rowOf(page, 'hello').locator('.reactions button').waitFor()
  await presses(page, 'my own text', 'e')
  await page.locator('form.edit textarea').fill('another text')
  await page.keyboard.press('Control+Enter')
  await rowOf(page, 'another text').waitFor()
  await page.reload()
  await rowOf(page, 'another text').waitFor()
  await rowOf(page, 'hello').locator('.reactions button').waitFor()
  await drafts(page)
  await expect.poll(() => page.locator('.waiting-title ~ .planned-entry').count()).toBeGreaterThanOrEqual(3)
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('.waiting-title').count()).toBe(0)
  expect(await reactionsOf(id)).toEqual([userId('ada')])
  const { message } = await asks('ada', `GET /messages/${id}`)
  expect(message.flags).toContain('starred')
  await opensTopic(page, topic)
  await rowOf(page, 'another text').locator('.body:not(.saving)').waitFor()
})

test('107. the server decides about a change that waited, and the user reads why', async () => {
  const topic = newTopic()
  const [, deleted = 0] = await sends('ben', topic, ['hello', 'soon deleted'])
  const [own = 0] = await sends('ada', topic, ['as written'])
  const page = await startsOffline('ada', topicHash(topic))
  await rowOf(page, 'as written').waitFor()
  // The form fetches the text. Later, the browser remembers it.
  await presses(page, 'as written', 'e')
  await expect.poll(() => page.locator('form.edit textarea').inputValue()).toBe('as written')
  await page.context().setOffline(true)
  await page.locator('form.edit textarea').fill('changed here')
  await page.keyboard.press('Control+Enter')
  await presses(page, 'soon deleted', '+')
  await rowOf(page, 'soon deleted').locator('.reactions button').waitFor()
  await asks('ada', `DELETE /messages/${deleted}`)
  await asks('ada', `PATCH /messages/${own}`, { content: 'changed elsewhere' })
  await page.context().setOffline(false)
  await page.locator('form.edit .fail').waitFor()
  await expect.poll(() => page.locator('form.edit textarea').inputValue()).toBe('changed here')
  await expect.poll(() => rowOf(page, 'soon deleted').count()).toBe(0)
  expect((await asks('ada', `GET /messages/${own}`, { apply_markdown: 'false' })).message.content).toBe(
    'changed elsewhere',
  )
})

test('108. without a network, all views show what this browser keeps', async () => {
  // Messages of other tests have pictures, which this browser has never seen.
  const [{ name, channel }, topic] = [await newPersonAlone(), newTopic()]
  await sends('ben', topic, ['hello', `for @**Gus Novak|${userId(name)}**`], { channel })
  const page = await startsOffline(name, topicHash(topic, channel))
  await keptMessages(page, '@Gus Novak')
  await page.context().setOffline(true)
  await page.reload()
  await rowOf(page, 'hello').waitFor()
  for (const hash of ['#feed', '#narrow/is/mentioned']) {
    await page.evaluate((to) => (location.hash = to), hash)
    await page.locator('.layer:not(.parked) article.msg', { hasText: 'for @Gus Novak' }).last().waitFor()
  }
  await page.evaluate(() => (location.hash = '#recent'))
  await page.locator('.layer:not(.parked) a.conv', { hasText: topic }).waitFor()
  // The page that started without a network goes on like another one.
  await page.context().setOffline(false)
  await sends('ben', topic, ['after the outage'], { channel })
  await keptMessages(page, 'after the outage')
})

test('108. without a network, the first view of a page lists what this browser keeps, and names what it cannot have', async () => {
  const [{ name, channel }, topic] = [await newPersonAlone(), newTopic()]
  await sends('ben', topic, ['hello'], { channel })
  const page = await startsOffline(name, topicHash(topic, channel))
  await sends('ben', `${topic} later`, ['unread and never shown'], { channel })
  await keptMessages(page, 'unread and never shown')
  // The state of the page has its unread message.
  await saved(page, `${topic} later`)
  const goes = (hash: string) => page.evaluate((to) => (location.hash = to), hash)
  await goes('#recent')
  await page.context().setOffline(true)
  await page.reload()
  await page.locator('.layer:not(.parked) a.conv', { hasText: `${topic} later` }).waitFor()
  await goes('#inbox')
  await page.locator('.layer:not(.parked) a.conv', { hasText: 'unread and never shown' }).waitFor()
  await goes(`#channels/${channel.stream_id}`)
  await page.getByRole('dialog').getByText('2 subscribers').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#inbox')
  await goes(topicHash(topic, channel))
  // The page was not read before it was left.
  await page.locator('.notice', { hasText: 'The server cannot be reached.' }).waitFor({ state: 'detached' })
  await choosesFor(page, 'hello', 'Read receipts')
  await page.locator('.notice', { hasText: 'The server cannot be reached.' }).waitFor()
  await page.context().setOffline(false)
})

test('121. what the user chooses for topics and for all waits without a network, and the server decides later', async () => {
  const [{ name, channel }, topic] = [await newPersonAlone(), newTopic()]
  await sends('ben', topic, ['hello'], { channel })
  const secret = `secret-${name}`
  const subscribers = [userId(name), userId('ben')]
  const { id } = await asks('ben', 'POST /channels/create', { name: secret, subscribers, invite_only: true })
  const hidden = { stream_id: id, name: secret }
  await sends('ben', topic, ['behind the door'], { channel: hidden })
  // What the page reads without a network waits too, and is not what this test counts.
  await asks(name, 'POST /mark_all_as_read')
  const page = await startsOffline(name, topicHash(topic, channel))
  await page.evaluate((to) => (location.hash = to), topicHash(topic, hidden))
  await rowOf(page, 'behind the door').waitFor()
  // Without a network, the next page starts with the stored state.
  await saved(page, 'behind the door')
  await page.context().setOffline(true)
  await runs(page, 'mute topic')
  await page.evaluate((to) => (location.hash = to), topicHash(topic, channel))
  await rowOf(page, 'hello').waitFor()
  await runs(page, 'mute topic')
  await page.getByText(`Muted “${topic}”`).waitFor()
  await runs(page, 'dark')
  await page.reload()
  await drafts(page)
  await page
    .locator('.waiting-title ~ .planned-entry', { hasText: `Muted “${topic}”` })
    .first()
    .waitFor()
  await page.locator('.waiting-title ~ .planned-entry', { hasText: 'Theme' }).waitFor()
  await expect.poll(() => page.locator('.waiting-title ~ .planned-entry').count()).toBe(3)
  await asks('ben', 'DELETE /users/me/subscriptions', { subscriptions: [secret], principals: [userId(name)] })
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('.waiting-title').count()).toBe(0)
  await page.locator('.notice', { hasText: /channel/i }).waitFor()
  const { user_topics, user_settings } = await asks(name, 'POST /register', {
    event_types: [],
    fetch_event_types: ['user_topic', 'user_settings'],
  })
  expect(user_topics).toMatchObject([{ stream_id: channel.stream_id, topic_name: topic, visibility_policy: 1 }])
  expect(user_settings.color_scheme).toBe(2)
})

const topicOf = async (id: number): Promise<string> =>
  (await asks('ben', `GET /messages/${id}`, { allow_empty_topic_name: 'true' })).message.subject

const subscribed = async (name: string, stream_id: number): Promise<boolean> =>
  (await asks('ada', `GET /users/${userId(name)}/subscriptions/${stream_id}`)).is_subscribed

test('126. moves, deletions and subscriptions wait without a network, also through a reload, and are sent after it', async () => {
  const [{ name, channel }, topic] = [await newPersonAlone(), newTopic()]
  await asks('ada', `PATCH /users/${userId(name)}`, { role: 200 })
  const [, moved = 0, deleted = 0] = await sends('ben', topic, ['hello', 'elsewhere', 'a mistake'], { channel })
  const [resolved = 0] = await sends('ben', `${topic} done`, ['hello done'], { channel })
  // What the page reads without a network waits too, and is not what this test counts.
  await asks(name, 'POST /mark_all_as_read')
  const page = await startsOffline(name, topicHash(topic, channel))
  await keptMessages(page, 'hello done')
  await rowOf(page, 'a mistake').waitFor()
  await page.context().setOffline(true)
  await choosesFor(page, 'elsewhere', 'Move messages')
  await page.locator('dialog select[name=mode]').selectOption({ label: 'Only this one' })
  await movesTo(page, `${topic} later`)
  await choosesFor(page, 'a mistake', 'Delete')
  await page.getByRole('button', { name: 'Delete for everyone' }).click()
  await page.evaluate((to) => (location.hash = to), topicHash(`${topic} done`, channel))
  await rowOf(page, 'hello done').waitFor()
  await runs(page, 'resolve')
  await runs(page, 'unsubscribe')
  const waiting = page.locator('.waiting-title ~ .planned-entry')
  await drafts(page)
  await expect.poll(() => waiting.count()).toBe(4)
  await page.reload()
  await page.evaluate((to) => (location.hash = to), topicHash(topic, channel))
  await rowOf(page, 'elsewhere')
    .locator('.waits', { hasText: `› ${topic} later` })
    .waitFor()
  await rowOf(page, 'a mistake').locator('.waits', { hasText: 'Will be deleted' }).waitFor()
  await drafts(page)
  await expect.poll(() => waiting.count()).toBe(4)
  expect(await topicOf(moved)).toBe(topic)
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('.waiting-title').count()).toBe(0)
  expect([await topicOf(moved), await topicOf(resolved)]).toEqual([`${topic} later`, `✔ ${topic} done`])
  expect(await subscribed(name, channel.stream_id)).toBe(false)
  await expect(asks('ben', `GET /messages/${deleted}`)).rejects.toThrow()
})

test('127. what another user moved meanwhile is not moved again, and the user reads where it is', async () => {
  const [{ name, channel }, topic] = [await newPersonAlone(), newTopic()]
  const [id = 0, other = 0] = await sends('ben', topic, ['hello', 'goodbye'], { channel })
  const page = await startsOffline(name, topicHash(topic, channel))
  await rowOf(page, 'goodbye').waitFor()
  await page.context().setOffline(true)
  await choosesFor(page, 'hello', 'Move messages')
  await movesTo(page, `${topic} by me`)
  await choosesFor(page, 'goodbye', 'Move messages')
  await page.locator('dialog select[name=mode]').selectOption({ label: 'Only this one' })
  await movesTo(page, `${topic} by me`)
  await asks('ben', `PATCH /messages/${id}`, { topic: `${topic} by ben`, propagate_mode: 'change_one' })
  await page.context().setOffline(false)
  await page.locator('.notice', { hasText: `${topic} by ben meanwhile` }).waitFor()
  await expect.poll(() => topicOf(other)).toBe(`${topic} by me`)
  expect(await topicOf(id)).toBe(`${topic} by ben`)
})
