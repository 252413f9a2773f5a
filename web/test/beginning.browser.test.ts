import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, composerOf, newPerson, newTopic, opens, rowOf, sends, topicHash, userId } from './person'
import { choosesOther } from './views'

// How a user begins a message, and goes from place to place by keyboard.

const hashOf = (page: Page) => page.evaluate(() => decodeURIComponent(location.hash))
const hasFocus = (page: Page, selector: string) =>
  page.evaluate((sought) => document.activeElement?.matches(sought) === true, `.layer:not(.parked) ${selector}`)

async function picks(page: Page, ...names: string[]): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox')
  for (const name of names) {
    await field.fill(name)
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await field.press('Enter')
  }
}

test('x begins a direct message to several people, by keyboard alone', async () => {
  const gus = await newPerson()
  const page = await opens(gus)
  await page.keyboard.press('x')
  await picks(page, 'Ben', 'Cleo')
  await page.getByRole('button', { name: 'Write', exact: true }).press('Enter')
  await expect.poll(() => hasFocus(page, '.write textarea')).toBe(true)
  await composerOf(page).fill('hello both of you')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'hello both of you').waitFor()
  await page.locator('article[data-id]', { hasText: 'hello both of you' }).waitFor()
  const { messages } = await asks('cleo', 'GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'dm', operand: [userId(gus), userId('ben')] }],
  })
  expect(messages[0].content).toContain('hello both of you')
})

test('c begins a topic: in the open channel, or in one that the user chooses', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(await newPerson(), {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.keyboard.press('c')
  await expect.poll(() => hasFocus(page, '.write .to input')).toBe(true)
  expect(await hashOf(page)).toBe('#narrow/channel/1-general')
  await page.evaluate(() => (location.hash = '#recent'))
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  await page.keyboard.press('c')
  await picks(page, 'help')
  await expect.poll(() => hashOf(page)).toContain('-help')
  await expect.poll(() => hasFocus(page, '.write .to input')).toBe(true)
})

test('the list of direct conversations has all of them, and P opens it', async () => {
  const gus = await newPerson()
  const content = 'only between us'
  await asks('ben', 'POST /messages', { type: 'direct', to: [userId(gus)], content })
  const page = await opens(gus)
  await page.keyboard.press('P')
  await page.getByRole('heading', { name: 'Direct messages', level: 1 }).waitFor()
  const row = page.locator('.layer:not(.parked) .conv', { hasText: content })
  await row.waitFor()
  expect(await hashOf(page)).toBe('#direct-messages')
  await expect.poll(() => page.locator('.layer:not(.parked) .conv', { hasText: '#' }).count()).toBe(0)
  await row.click()
  await rowOf(page, content).waitFor()
})

test('N, Alt-Shift-arrows, A and D go to followed topics, unread conversations and channels', async () => {
  const [gus, followed, other] = [await newPerson(), newTopic(), newTopic()]
  await sends('ben', other, ['elsewhere'])
  await sends('ben', followed, ['important'])
  await asks(gus, 'POST /user_topics', { stream_id: 1, topic: followed, visibility_policy: 3 })
  const page = await opens(gus)
  await page.locator('.conv', { hasText: followed }).waitFor()
  await page.keyboard.press('N')
  await expect.poll(() => hashOf(page)).toContain(followed.replaceAll(' ', '.20'))
  await rowOf(page, 'important').waitFor()
  await page.keyboard.press('D')
  await expect.poll(() => hashOf(page)).toMatch(/^#narrow\/channel\/\d+-[a-z]+$/)
  const first = await hashOf(page)
  await page.keyboard.press('D')
  await page.keyboard.press('A')
  await expect.poll(() => hashOf(page)).toBe(first)
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(() => hashOf(page)).toContain('/topic/')
})

test('@ answers with a mention, = reacts as others did, and M mutes the topic', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  const [message_id] = await sends('ben', topic, ['hello'])
  await asks('cleo', `POST /messages/${message_id}/reactions`, { emoji_name: 'tada' })
  const page = await opens(gus, {}, topicHash(topic))
  await rowOf(page, 'hello').focus()
  await page.keyboard.press('=')
  await rowOf(page, 'hello').getByRole('button', { name: /tada/, pressed: true }).waitFor()
  await page.keyboard.press('@')
  await expect.poll(() => composerOf(page).inputValue()).toBe(`@**Ben Lindqvist|${userId('ben')}** `)
  await composerOf(page).fill('')
  await composerOf(page).press('Escape')
  await page.keyboard.press('M')
  await expect
    .poll(async () => (await asks(gus, 'POST /register', { fetch_event_types: ['user_topic'] })).user_topics)
    .toContainEqual(expect.objectContaining({ topic_name: topic, visibility_policy: 1 }))
})

test('a user sets a status, which others see with the profile, and clears it', async () => {
  const gus = await newPerson()
  const { id } = await asks('ada', 'POST /realm/profile_fields', { name: `Team ${gus}`, field_type: 1 })
  await asks(gus, 'PATCH /users/me/profile_data', { data: [{ id, value: 'Harbour' }] })
  const page = await opens(gus)
  await page.keyboard.press('Y')
  await page.getByLabel('What are you doing?').fill('On a boat')
  await page.getByRole('button', { name: 'Choose an emoji' }).click()
  await page.getByRole('combobox', { name: 'Search emoji' }).fill('anchor')
  // The names of the emoji load when the picker opens.
  await page.getByText(':anchor:').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const other = await opens(await newPerson(), {}, `#user/${userId(gus)}`)
  const card = other.getByRole('dialog')
  await card.getByText('On a boat').waitFor()
  await card.getByRole('img', { name: 'anchor' }).waitFor()
  await expect.poll(() => card.locator('dl').textContent()).toContain(`Team ${gus}Harbour`)
  await page.getByRole('button', { name: 'Gus Novak' }).click()
  await page.getByRole('button', { name: 'Clear the status' }).click()
  await card.getByText('On a boat').waitFor({ state: 'detached' })
  await asks('ada', `DELETE /realm/profile_fields/${id}`)
})

test('a snippet is inserted at the caret, by its button or by Ctrl-quote', async () => {
  const [gus, topic] = [await newPerson(), newTopic()]
  await sends('ben', topic, ['hello'])
  await asks(gus, 'POST /saved_snippets', { title: 'Greeting', content: 'Good morning, everyone.' })
  const page = await opens(gus, {}, topicHash(topic))
  await composerOf(page).fill('So: ')
  await choosesOther(page, 'Snippets')
  await page.getByRole('menuitem', { name: 'Greeting' }).click()
  await expect.poll(() => composerOf(page).inputValue()).toBe('So: Good morning, everyone.')
  await composerOf(page).press("Control+'")
  await page.getByRole('menuitem', { name: 'New snippet' }).click()
  await expect.poll(() => hashOf(page)).toBe('#settings/saved')
})
