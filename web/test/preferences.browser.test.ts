import { expect, test } from 'vitest'
import { asks, composerOf, newPerson, newPersonAlone, newTopic, opens, rowOf, sends, topicHash } from './person'

// Each personal setting of the display has an effect at once, in an open page. Each test has a user of its own.

test('times are written with 24 hours', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  await sends('ben', topic, ['hello <time:2026-03-04T15:30:00Z>'])
  const page = await opens(gus, { locale: 'en-US', timezoneId: 'UTC' }, topicHash(topic))
  const time = rowOf(page, 'hello').locator('.by time')
  const inText = rowOf(page, 'hello').locator('.body time')
  await time.getByText(/[AP]M$/).waitFor()
  await expect.poll(() => inText.textContent()).toContain('3:30 PM')
  await asks(gus, 'PATCH /settings', { twenty_four_hour_time: true })
  await time.getByText(/^\d?\d:\d\d$/).waitFor()
  await inText.getByText(/15:30$/).waitFor()
})

test('high contrast changes the colours of text and lines', async () => {
  const gus = await newPerson()
  const page = await opens(gus)
  const colour = () =>
    page
      .locator('.rail .sec')
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  const before = await colour()
  await asks(gus, 'PATCH /settings', { high_contrast_mode: true })
  await expect.poll(colour).not.toBe(before)
})

test('emoji are shown as names, in messages and reactions', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  const [id] = await sends('ben', topic, ['done :tada:'])
  await asks('ben', `POST /messages/${id}/reactions`, { emoji_name: 'heart' })
  const page = await opens(gus, {}, topicHash(topic))
  await rowOf(page, 'done').locator('.emoji', { hasText: '🎉' }).waitFor()
  await asks(gus, 'PATCH /settings', { emojiset: 'text' })
  await rowOf(page, 'done').locator('.emoji', { hasText: ':tada:' }).waitFor()
  await rowOf(page, 'done').locator('.reactions', { hasText: ':heart:' }).waitFor()
})

test('few reactions show names, and many a number', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  const [id] = await sends('ben', topic, ['react'])
  await asks('ben', `POST /messages/${id}/reactions`, { emoji_name: 'heart' })
  const page = await opens(gus, {}, topicHash(topic))
  const reactions = rowOf(page, 'react').locator('.reactions button')
  await reactions.getByText('Ben Lindqvist').waitFor()
  for (const name of ['ada', 'cleo', 'dov']) await asks(name, `POST /messages/${id}/reactions`, { emoji_name: 'heart' })
  await reactions.getByText('4').waitFor()
  for (const name of ['ada', 'cleo', 'dov'])
    await asks(name, `DELETE /messages/${id}/reactions`, { emoji_name: 'heart' })
  await reactions.getByText('Ben Lindqvist').waitFor()
  await asks(gus, 'PATCH /settings', { display_emoji_reaction_users: false })
  await reactions.getByText('1', { exact: false }).waitFor()
})

test('the first view is what the user chose, and Escape leads to it unless the user wants to stay', async () => {
  const gus = await newPerson()
  await asks(gus, 'PATCH /settings', { web_home_view: 'recent' })
  const page = await opens(gus)
  const heading = (name: string) => page.locator('.layer:not(.parked) h1', { hasText: name })
  await heading('Recent conversations').waitFor()
  await page.evaluate(() => (location.hash = '#narrow/is/starred'))
  await heading('Starred').waitFor()
  await page.keyboard.press('Escape')
  await heading('Recent conversations').waitFor()
  await asks(gus, 'PATCH /settings', { web_escape_navigates_to_home_view: false, web_home_view: 'inbox' })
  // What the page shows of this later change says that it has the earlier ones.
  await asks(gus, 'PATCH /settings', { color_scheme: 2 })
  await page.reload()
  await heading('Recent conversations').waitFor()
  await page.locator('html[data-scheme=dark]').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('*')
  await heading('Starred').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => heading('Starred').count()).toBe(1)
})

test('a click on a channel opens its newest topic, its newest unread topic, or all its messages', async () => {
  const [gus, unread, read] = [await newPerson(), newTopic(), newTopic()]
  await sends('ben', unread, ['unread'])
  const ids = await sends('ben', read, ['read'])
  await asks(gus, 'POST /messages/flags', { messages: ids, op: 'add', flag: 'read' })
  const page = await opens(gus, {}, '#inbox')
  const general = page.locator('.rail .channel', { hasText: 'general' })
  const heading = page.locator('.layer:not(.parked) h1')
  await general.click()
  // Other tests write to the same channel, so any topic may be the newest one.
  await heading.locator('.sep').waitFor()
  await asks(gus, 'PATCH /settings', { web_channel_default_view: 2 })
  await page.evaluate(() => (location.hash = '#inbox'))
  await heading.getByText('Inbox').waitFor()
  await expect.poll(async () => (await asks(gus, 'POST /register')).user_settings.web_channel_default_view).toBe(2)
  await expect
    .poll(async () => {
      await page.evaluate(() => (location.hash = '#inbox'))
      await heading.getByText('Inbox').waitFor()
      await general.click()
      await heading.filter({ hasNotText: 'Inbox' }).waitFor()
      return heading.locator('.sep').count()
    })
    .toBe(0)
})

test('the numbers beside views and channels, and in the title, are those that the user wants', async () => {
  // The message notifies all of its channel.
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  const [id] = await sends('ben', topic, ['@**all** hello'], { channel })
  await asks(gus, 'POST /messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  const page = await opens(gus, {}, '#inbox')
  const numberAt = (name: string, selector: string) =>
    page.locator(`.rail ${selector}`, { hasText: name }).first().locator('.n').count()
  await page.getByRole('button', { name: 'More views' }).click()
  await expect.poll(() => numberAt('Starred', '.row')).toBe(1)
  await expect.poll(() => numberAt('Inbox', '.row')).toBe(1)
  await expect.poll(() => numberAt(channel.name, '.channel')).toBe(1)
  await expect.poll(() => page.title()).toMatch(/^\(\d+\)/)
  await asks(gus, 'PATCH /settings', {
    starred_message_counts: false,
    web_left_sidebar_unreads_count_summary: false,
    web_stream_unreads_count_display_policy: 3,
    desktop_icon_count_display: 4,
  })
  await expect.poll(() => numberAt('Starred', '.row')).toBe(0)
  await expect.poll(() => numberAt('Inbox', '.row')).toBe(0)
  await expect.poll(() => numberAt(channel.name, '.channel')).toBe(0)
  await expect.poll(() => page.title()).toMatch(/^Inbox/)
})

test('channels stand in the folders of the organization, if the user wants them', async () => {
  const gus = await newPerson()
  const name = `folder ${newTopic()}`
  const { channel_folder_id } = await asks('ada', 'POST /channel_folders/create', { name, description: '' })
  const channel = `channel ${newTopic()}`.slice(0, 50)
  await asks(gus, 'POST /users/me/subscriptions', { subscriptions: [{ name: channel }] })
  const { stream_id } = await asks(gus, 'GET /get_stream_id', { stream: channel })
  const page = await opens(gus, {}, '#inbox')
  await page.locator('.rail .channel', { hasText: channel }).waitFor()
  await asks('ada', `PATCH /streams/${stream_id}`, { folder_id: channel_folder_id })
  const heading = page.locator('.rail h2', { hasText: name })
  await heading.waitFor()
  await asks('ada', 'POST /users/me/subscriptions', { subscriptions: [{ name: channel }] })
  await asks('ada', 'POST /messages', { type: 'stream', to: stream_id, topic: 'news', content: 'hello' })
  const inInbox = page.locator('.inbox .group', { hasText: name })
  await inInbox.waitFor()
  await asks(gus, 'PATCH /settings', { web_inbox_show_channel_folders: false })
  await inInbox.waitFor({ state: 'detached' })
  // The rows keep their places below the pointer, and a channel that comes to them is the last one.
  await page.locator('.rail').hover()
  await asks(gus, 'PATCH /settings', { web_left_sidebar_show_channel_folders: false })
  await heading.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.locator('.rail .channel').allInnerTexts())
    .toContainEqual(expect.stringContaining(channel))
})

test('an answer from another view leads to its conversation, or only says where it went', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  const [id] = await sends('ben', topic, [`question ${topic}`])
  await asks(gus, 'PATCH /settings', { web_navigate_to_sent_message: false })
  const page = await opens(gus, {}, `#narrow/near/${id}`)
  await rowOf(page, `question ${topic}`).focus()
  await page.keyboard.press('r')
  await page.keyboard.type('an answer')
  await composerOf(page).press('Control+Enter')
  await page.getByText(`Sent to # general › ${topic}.`).waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.layer:not(.parked) h1', { hasText: topic }).waitFor()
})

test('the time zone of the device is proposed once', async () => {
  const gus = await newPerson()
  await asks(gus, 'PATCH /settings', { timezone: 'Europe/Paris' })
  const page = await opens(gus, { timezoneId: 'Asia/Tokyo' })
  await page.getByRole('button', { name: 'Use that of the device' }).click()
  await expect.poll(async () => (await asks(gus, 'GET /users/me')).timezone).toBe('Asia/Tokyo')
})

test('73. the density and the accent of this browser show at once, and stay', async () => {
  const page = await opens(await newPerson(), {}, '#settings/preferences')
  const look = () =>
    page
      .locator('.rail a.row')
      .first()
      .evaluate((row) => [row.clientHeight, getComputedStyle(row).getPropertyValue('--accent')])
  await page.getByLabel('Density').waitFor()
  const before = await look()
  await page.getByLabel('Density').selectOption('Compact')
  await page.getByLabel('Accent colour').selectOption('Pink')
  const after = await look()
  expect(Number(after[0])).toBeLessThan(Number(before[0]))
  expect(after[1]).not.toBe(before[1])
  await page.reload()
  await page.getByLabel('Density').waitFor()
  expect(await look()).toEqual(after)
  await page.getByLabel('Density').selectOption('Roomy')
  expect(Number((await look())[0])).toBeGreaterThan(Number(before[0]))
})
