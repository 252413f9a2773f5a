import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, composerOf, logIn, newPersonAlone, newTopic, openClient, opens, rowOf, sends, topicHash } from './person'

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
  await expect.poll(() => focusedText(page)).toContain(channel.name)

  await page.evaluate(() => document.activeElement?.closest('h1')?.focus())
  await page.keyboard.press('n')
  await expect.poll(() => focusedText(page)).toMatch(new RegExp(`›${second}$`))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or do…' }).fill('Recent')
  await page.locator('.switcher').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toBe('Recent conversations')
  await page.goBack()
  await expect.poll(() => focusedText(page)).toMatch(new RegExp(`›${second}$`))
})

test('after n, keys that act on a message begin with the first unread one, and with the newest one if all are read', async () => {
  const { name, channel } = await newPersonAlone()
  const [first, second] = [newTopic(), newTopic()]
  await sends('ben', second, ['elsewhere'], { channel })
  const [read] = await sends('ben', first, ['an old one'], { channel })
  await asks(name, 'POST /messages/flags', { messages: [read], op: 'add', flag: 'read' })
  await sends('ben', first, ['a new one', 'a newer one'], { channel })
  const page = await opens(name, {}, '#inbox')
  await page.locator('.conv', { hasText: first }).waitFor()
  const opensWith = async (key: string, topic: string, text: string) => {
    await page.keyboard.press(key)
    await page.locator('.layer:not(.parked) h1', { hasText: topic }).waitFor()
    await rowOf(page, text).waitFor()
  }
  const thumbsOf = (text: string) => rowOf(page, text).locator('.reactions button[aria-pressed="true"]')

  await opensWith('n', first, 'a newer one')
  await page.keyboard.press('+')
  await thumbsOf('a new one').waitFor()
  expect(await hasFocus(rowOf(page, 'a new one'))).toBe(true)
  await expect.poll(() => page.locator('.layer:not(.parked) .reactions button').count()).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('i')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(rowOf(page, 'a newer one'))).toBe(true)

  await page.locator('.layer:not(.parked)').getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' })
  // What comes meanwhile is where the keys begin then, not where they were.
  await opensWith('n', second, 'elsewhere')
  // All is read before the next message comes, so the title counts this one.
  await expect.poll(() => page.title()).not.toMatch(/^\(/)
  await sends('ben', first, ['the newest one'], { channel })
  await expect.poll(() => page.title()).toMatch(/^\(1\)/)
  await opensWith('n', first, 'the newest one')
  await page.keyboard.press('+')
  await thumbsOf('the newest one').waitFor()

  await page.reload()
  await rowOf(page, 'the newest one').waitFor()
  await page.keyboard.press('i')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  // A failure says what has the focus.
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  await expect.poll(focused).toMatch(/^<article class="msg\b/)
})

test('40. a view that takes the focus itself keeps it', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, {}, '#inbox')
  await page.locator('.conv', { hasText: topic }).focus()
  await page.keyboard.press('/')
  const search = page.locator('.layer:not(.parked) input')
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
})

/** Whether nothing that one can see has the focus, so that the keyboard begins again at the top of the page. */
const isNowhere = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return (
      activeElement === document.body || !activeElement?.checkVisibility() || !activeElement.matches(':not(.parked *)')
    )
  })

const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement)

const OPENED = 'dialog[open], [role="menu"], .switcher, .picker, form.edit'

test('40. what a key opens takes the focus, and closing it returns the focus to the message', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  const [, id] = await sends(name, topic, ['first', 'second', 'third'], { channel, client: 'website' })
  // So it has a history.
  await asks(name, `PATCH /messages/${id}`, { content: 'second, changed' })
  const page = await opens(name, {}, topicHash(topic, channel))
  const row = rowOf(page, 'second')
  for (const key of ['i', 'u', 'm', 'H', 'V', ':', 'e', 'x', 'y', 'Y', 'q', 'w', '<', 'Control+k', '?']) {
    await row.focus()
    await page.keyboard.press(key)
    const opened = page.locator(OPENED).first()
    await opened.waitFor()
    await expect
      .poll(() => opened.evaluate((element) => element.contains(document.activeElement)), { message: key })
      .toBe(true)
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(row), { message: key }).toBe(true)
  }
  // Keys that act at once.
  const starred = row.getByRole('img', { name: 'Starred' })
  const expand = row.getByRole('button', { name: 'Show the whole message' })
  for (const [key, place, state] of [
    ['Control+s', starred, 'visible'],
    ['Control+s', starred, 'detached'],
    ['-', expand, 'visible'],
    ['-', expand, 'detached'],
  ] as const) {
    await page.keyboard.press(key)
    await place.waitFor({ state })
    expect(await hasFocus(row), key).toBe(true)
  }
})

test('40. the focus goes to the title when what had it is gone, or nothing had it before', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  const page = await openClient({}, topicHash(topic, channel))
  await logIn(page, name)
  const isKept = async (action: string) => {
    await expect.poll(() => isNowhere(page), { message: action }).toBe(false)
  }
  // The form to log in is gone.
  await isKept('log in')
  await composerOf(page).focus()
  await composerOf(page).press('Escape')
  await isKept('leave the composer of a topic without messages')
  await sends(name, topic, ['first', 'second'], { channel, client: 'website' })
  await rowOf(page, 'second').waitFor()
  for (const key of ['Control+k', '?', 'x', 'Y', 'y']) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.keyboard.press(key)
    const opened = page.locator(OPENED).first()
    await opened.waitFor()
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await isKept(key)
  }
  const button = (place: Locator, label: string) => place.getByRole('button', { name: label })
  await rowOf(page, 'second').focus()
  await page.keyboard.press(':')
  await button(page.locator('.picker'), 'tada').press('Enter')
  await button(rowOf(page, 'second'), 'tada').press('Enter')
  await button(rowOf(page, 'second'), 'tada').waitFor({ state: 'detached' })
  await isKept('take the own reaction back')
  await rowOf(page, 'second').focus()
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await button(page.getByRole('dialog'), 'Delete for everyone').press('Enter')
  await rowOf(page, 'second').waitFor({ state: 'detached' })
  await isKept('delete the message')
  await page.keyboard.press('M')
  await button(page.locator('.notices'), 'Undo').press('Enter')
  await button(page.locator('.notices'), 'Undo').waitFor({ state: 'detached' })
  await isKept('undo')
})

test('a dialog with a field to write in has the focus there, and the keys of the view below do nothing', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends(name, topic, ['first'], { channel, client: 'website' })
  const page = await opens(name, {}, topicHash(topic, channel))
  await rowOf(page, 'first').focus()
  for (const [key, field] of Object.entries({ Y: 'What are you doing?', m: 'Topic', x: 'People' })) {
    await page.keyboard.press(key)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect
      .poll(() => dialog.getByLabel(field, { exact: true }).evaluate((input) => input === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  const before = await page.evaluate(() => location.hash)
  await page.keyboard.press('V')
  await page.getByRole('dialog').waitFor()
  for (const key of ['d', 't', 'n', 'I']) await page.keyboard.press(key)
  expect(await page.evaluate(() => location.hash)).toBe(before)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('d')
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#drafts')
})

test('after the key to react, writing searches all emoji, and Enter reacts', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends(name, topic, ['first'], { channel, client: 'website' })
  const page = await opens(name, {}, topicHash(topic, channel))
  await rowOf(page, 'first').focus()
  await page.keyboard.press(':')
  await page.locator('.picker button:focus').waitFor()
  await page.keyboard.type('rock')
  const field = page.getByRole('combobox', { name: 'Search emoji' })
  await expect.poll(() => field.inputValue()).toBe('rock')
  await field.press('e')
  await expect.poll(() => field.inputValue()).toBe('rocke')
  await page.getByRole('option', { name: 'rocket' }).waitFor()
  await field.press('Enter')
  await rowOf(page, 'first').locator('.reactions button[aria-pressed="true"]').waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('')
})
