import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bodyOf, passOn } from './launch'
import {
  asks,
  composerOf,
  logIn,
  newPerson,
  newPersonAlone,
  newTopic,
  openClient,
  opens,
  rowOf,
  sends,
  topicHash,
  userId,
} from './person'

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Opens the menu of a message with the keyboard, and chooses an action. */
async function chooses(page: Page, text: string, action: string): Promise<void> {
  await rowOf(page, text).focus()
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: action }).click()
}

test('38, 40. the menu of a message works by keyboard alone, and closing it returns the focus', async () => {
  const topic = newTopic()
  const name = `menu ${topic}`
  const { id: stream_id } = await asks('ben', 'POST /channels/create', {
    name,
    subscribers: [userId('ada'), userId('ben')],
  })
  const channel = { stream_id, name }
  const [, id] = await sends('ben', topic, ['first', 'second', 'third'], { channel })
  await asks('ada', 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const page = await opens('ada', {}, topicHash(topic, channel))
  await rowOf(page, 'second').focus()
  await page.keyboard.press('i')
  await page.getByRole('menu', { name: 'Message actions' }).waitFor()
  await expect.poll(() => focusedText(page)).toContain('React')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedText(page)).toContain('Star')
  // What comes meanwhile leaves the items as they are.
  await asks('ben', `PATCH /streams/${stream_id}`, { new_name: `${name} renamed` })
  await page.locator('.layer:not(.parked) h1', { hasText: `${name} renamed` }).waitFor()
  await expect.poll(() => focusedText(page)).toContain('Star')
  await page.keyboard.press('End')
  await expect.poll(() => focusedText(page)).toBe('Delete')
  await page.keyboard.press('c')
  await expect.poll(() => focusedText(page)).toContain('Collapse')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  await expect.poll(() => focusedText(page)).toContain('second')
  await page.keyboard.press('-')
  await rowOf(page, 'second').getByRole('button', { name: 'Show the whole message' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Show the whole message' }).count()).toBe(0)
})

test('the edit history shows what an edit added and removed', async () => {
  const topic = newTopic()
  const [id] = await sends('ada', topic, ['the train leaves at nine'], { client: 'website' })
  await asks('ada', `PATCH /messages/${id}`, { content: 'the train leaves at ten' })
  const page = await opens('ada', {}, topicHash(topic))
  await chooses(page, 'leaves at ten', 'Edit history')
  const dialog = page.getByRole('dialog', { name: 'Edit history' })
  await dialog.getByText('Edited by Ada Okafor').waitFor()
  await expect.poll(() => dialog.locator('.highlight_text_inserted').textContent()).toBe('ten')
  await expect.poll(() => dialog.locator('.highlight_text_deleted').textContent()).toBe('nine')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedText(page)).toContain('leaves at ten')
})

test('a message is deleted while its author edits it: the new text becomes a draft of the conversation', async () => {
  const gus = await newPerson()
  const topic = newTopic()
  const [, id] = await sends(gus, topic, ['stays', 'soon gone'])
  const page = await opens(gus, {}, topicHash(topic))
  await rowOf(page, 'soon gone').focus()
  await page.keyboard.press('e')
  const form = page.getByRole('textbox', { name: 'Edit message' })
  await expect.poll(() => form.inputValue()).toBe('soon gone')
  await form.fill('a long new text')
  await asks('ada', `DELETE /messages/${id}`)
  await page.getByText('Your text is now in the field to write in.').waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('a long new text')
  await expect.poll(() => form.count()).toBe(0)
})

test('a message is pinned from its menu, others pin too, and a list takes pins back', async () => {
  const topic = newTopic()
  const name = `pins ${topic}`
  const { id: stream_id } = await asks('ben', 'POST /channels/create', {
    name,
    subscribers: [userId('ada'), userId('ben')],
  })
  const channel = { stream_id, name }
  const [, second] = await sends('ben', topic, ['the rules', 'the plan'], { channel })
  const bookmark = { title: 'Canteen', url: 'https://example.com/canteen', topic }
  await asks('ben', `POST /parley/streams/${stream_id}/bookmarks`, bookmark)
  const page = await opens('ada', {}, topicHash(topic, channel))
  await expect.poll(() => page.getByRole('link', { name: 'Canteen' }).getAttribute('href')).toBe(bookmark.url)
  await chooses(page, 'the rules', 'Pin for all readers')
  await page.getByRole('button', { name: '1 pinned' }).waitFor()
  await asks('ben', `POST /parley/messages/${second}/pin`)
  await page.getByRole('button', { name: '2 pinned' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pinned messages and bookmarks' })
  await dialog.getByRole('link', { name: 'the rules' }).waitFor()
  await dialog.getByRole('link', { name: 'the plan' }).waitFor()
  await dialog.getByText('Add bookmark').first().click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Files')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://example.com')
  await dialog.getByRole('button', { name: 'Add bookmark' }).click()
  await dialog.getByText('The address must be that of a web page.').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'the plan' }).getByRole('button', { name: 'Unpin' }).click()
  await page.getByText('1 pinned').waitFor()
  await page.keyboard.press('Escape')
  await chooses(page, 'the rules', 'Unpin')
  await expect.poll(() => page.getByText('1 pinned').count()).toBe(0)
  await page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  await page.getByRole('dialog', { name: 'Files' }).getByText('No message has a file.').waitFor()
})

test('messages move to another topic, and the topic that has the name takes them in', async () => {
  const [from, to] = [newTopic(), newTopic()]
  await sends('ada', to, ['already here'], { client: 'website' })
  await sends('ada', from, ['stays', 'moves', 'moves too'], { client: 'website' })
  const page = await opens('ada', {}, topicHash(from))
  await chooses(page, 'moves too', 'Move messages')
  await page.keyboard.press('Escape')
  await rowOf(page, 'moves').first().focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByRole('combobox', { name: 'Topic' }).fill(to)
  await dialog.getByText('This topic exists.').waitFor()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('heading', { name: to }).waitFor()
  await rowOf(page, 'already here').waitFor()
  await rowOf(page, 'moves too').waitFor()
  await expect.poll(() => rowOf(page, 'stays').count()).toBe(0)
})

test('a topic is resolved from its menu, and undo opens it again', async () => {
  const topic = newTopic()
  await sends('ada', topic, ['done?'], { client: 'website' })
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'done?').waitFor()
  await page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Mark as resolved' }).click()
  await page.getByText(`Resolved “${topic}”.`).waitFor()
  const names = async () =>
    (await asks('ada', 'GET /users/me/1/topics')).topics.map(({ name }: { name: string }) => name)
  expect(await names()).toContain(`✔ ${topic}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toContain(topic)
})

test('read receipts name the readers, and a name opens the card of the person', async () => {
  // Pages of other tests read what comes into the channels of the seed.
  const { name: gus, channel } = await newPersonAlone()
  const topic = newTopic()
  const [id] = await sends(gus, topic, ['who has seen this?'], { client: 'website', channel })
  await asks('ben', 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const page = await opens(gus, {}, topicHash(topic, channel))
  await rowOf(page, 'who has seen this?').focus()
  await page.keyboard.press('V')
  await page.getByText('Read by 1 person.').waitFor()
  await page.getByRole('link', { name: 'Ben Lindqvist' }).last().click()
  await page.getByRole('dialog', { name: 'Ben Lindqvist' }).getByText('Administrator').waitFor()
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#user/${userId('ben')}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash))).toContain('/topic/')
  await rowOf(page, 'who has seen this?').waitFor()
})

test('46. cards and the list of channels have an address that opens them again', async () => {
  const page = await opens('ada', {}, `#user/${userId('ben')}`)
  await page.getByRole('dialog', { name: 'Ben Lindqvist' }).waitFor()
  for (const [hash, name] of [
    ['#channels/1/general', '# general'],
    ['#channels/all', 'All channels'],
    ['#groups/3', '@ Administrators'],
  ]) {
    await page.evaluate((next) => (location.hash = next), hash!)
    await page.getByRole('dialog', { name: name! }).waitFor()
  }
})

test('muting a topic takes its messages out of the count, and undo puts them back', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['psst'])
  const page = await opens('dov', {}, '#inbox')
  const row = page.locator('.layer:not(.parked) .conv', { hasText: topic })
  await row.waitFor()
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  await rowOf(page, 'psst').waitFor()
  await page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Mute topic' }).click()
  await page.getByText(`Muted “${topic}”.`).waitFor()
  const policy = async () =>
    (await asks('dov', 'POST /register', { fetch_event_types: ['user_topic'] })).user_topics.find(
      ({ topic_name }: { topic_name: string }) => topic_name === topic,
    )?.visibility_policy ?? 0
  await expect.poll(policy).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(policy).toBe(0)
})

test('presence shows who is active', async () => {
  await asks('ben', 'POST /users/me/presence', { status: 'active', new_user_input: true })
  const page = await opens('ada', {}, `#user/${userId('ben')}`)
  await page.getByRole('dialog').getByText('Active now').first().waitFor()
  const { presence } = await asks('ben', `GET /users/${userId('ada')}/presence`)
  expect(presence.aggregated.status).toBe('active')
})

test('in a large organization, the client asks for the presence of the users whom it shows', async () => {
  const name = await newPerson()
  const page = await openClient()
  const requested: string[] = []
  await page.route('**/json/users/me/presence', async (route) => {
    const ids: number[] = JSON.parse(new URLSearchParams((await bodyOf(route)) ?? '').get('parley_user_ids') ?? '[]')
    requested.push(ids.join(' '))
    const now = Math.floor(Date.now() / 1000)
    const active = { active_timestamp: now, idle_timestamp: now }
    const presences = Object.fromEntries(ids.map((id) => [id, active]))
    const facts = { presence_last_update_id: -1, server_timestamp: now, legacy_mirror_active: false }
    await route.fulfill({ json: { result: 'success', msg: '', ...facts, presences, parley_by_request: true } })
  })
  await logIn(page, 'cleo')
  await page.evaluate((id) => void (location.hash = `#user/${id}`), userId(name))
  await page.getByRole('dialog').getByText('Active now').first().waitFor()
  expect(requested[0]).toBe('')
  expect(requested.join(' ').split(' ')).toContain(String(userId(name)))
})

test('28. the list of 2,000 channels opens, and finds one of them, with few rows in the document', async () => {
  const page = await openClient()
  await page.route('**/json/register', async (route) => {
    const response = await passOn(route)
    if (!response.ok()) return route.fulfill({ response })
    const state = await response.json()
    const [first] = state.subscriptions
    for (let at = 0; at < 2000; at++)
      state.never_subscribed.push({ ...first, stream_id: 10_000 + at, name: `channel number ${at}` })
    await route.fulfill({ response, json: state })
  })
  await logIn(page, 'ada')
  await page.evaluate(() => (location.hash = '#channels/all'))
  // Other tests make channels in the same organization.
  await page.getByText(/^2\d{3} channels$/).waitFor()
  await expect.poll(() => page.locator('dialog .virtual-list li').count()).toBeLessThan(100)
  await page.getByRole('searchbox').fill('number 1999')
  await page.getByRole('link', { name: 'channel number 1999', exact: true }).waitFor()
})

test('the names beside a reaction have their place on a narrow screen', async () => {
  const topic = newTopic()
  const [id] = await sends('ada', topic, ['hello'])
  for (const name of ['ada', 'ben', 'cleo']) await asks(name, `POST /messages/${id}/reactions`, { emoji_name: 'tada' })
  const page = await opens('ada', { viewport: { width: 320, height: 640 } }, topicHash(topic))
  const reaction = rowOf(page, 'hello').locator('.reactions button')
  await reaction.getByText('Ada Okafor, Ben Lindqvist, and Cleo Marchetti').waitFor()
  expect(await reaction.evaluate((button) => button.scrollHeight - button.clientHeight)).toBeLessThanOrEqual(0)
})
