import { readFileSync } from 'node:fs'
import type { Download } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { asks, newPerson, newTopic, opens, userId } from './person'

/** Returns the fields of a file such as ~/.zuliprc. */
async function fieldsOf(download: Download): Promise<Record<string, string>> {
  const [section, ...lines] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  expect(section).toBe('[api]')
  return Object.fromEntries(lines.map((line) => line.split('=', 2)))
}

const page$ = '.layer:not(.parked) .settings-page'

const SECTIONS = [
  'profile',
  'account',
  'preferences',
  'notifications',
  'alert-words',
  'muted',
  'uploads',
  'bots',
  'saved',
  'data',
]

test('39, 42. axe finds nothing in the personal settings, and nothing scrolls sideways', async () => {
  const page = await opens('cleo', {}, '#settings')
  const found: Record<string, string[]> = {}
  for (const section of SECTIONS) {
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.evaluate((hash) => (location.hash = hash), `#settings/${section}`)
    await page.locator(`.settings-list a[href="#settings/${section}"][aria-current]`).waitFor()
    await page.locator(`${page$} h3`).first().waitFor()
    found[section] = await faultsOn(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), section).toBe(0)
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({})
})

test('46. each section has an address, and a choice is saved at once', async () => {
  const gus = await newPerson()
  const page = await opens(gus, {}, '#settings/account-and-privacy')
  await page.locator('.settings-list a[href="#settings/account"][aria-current]').waitFor()
  await page.evaluate(() => (location.hash = '#settings/preferences'))
  const theme = page.getByLabel('Theme')
  const ink = () => theme.evaluate((field) => getComputedStyle(field).color)
  const light = await ink()
  await theme.selectOption('Dark')
  await page.locator('.setting', { has: theme }).getByText('Saved').waitFor()
  await expect.poll(ink).not.toBe(light)
  await theme.selectOption('As this device')
  await expect.poll(ink).toBe(light)
  const sends = page.getByLabel('Enter sends')
  const before = await sends.isChecked()
  await sends.focus()
  await page.keyboard.press('Space')
  await page.locator('.setting', { has: sends }).getByText('Saved').waitFor()
  const { user_settings } = await asks(gus, 'POST /register', {
    event_types: ['user_settings'],
    client_capabilities: { user_settings_object: true },
  })
  expect(user_settings.enter_sends).toBe(!before)
})

test('a refused change says why', async () => {
  const page = await opens('dov', {}, '#settings/profile')
  await page.route('**/json/settings', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Name too long!' } }),
  )
  const name = page.locator(page$).getByRole('textbox', { name: 'Name', exact: true })
  // Firefox tells the page of a change that was typed.
  await name.clear()
  await name.pressSequentially('Another Name')
  await name.blur()
  await page.getByRole('alert').getByText('Name too long!').waitFor()
})

test('a picture is cropped by keyboard and becomes the avatar', async () => {
  const page = await opens('dov', {}, '#settings/profile')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page
    .locator(`${page$} input[type="file"]`)
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  const dialog = page.getByRole('dialog')
  await dialog.locator('canvas').press('ArrowRight')
  await dialog.getByLabel('Zoom').press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await page.locator(`${page$} img.av`).waitFor()
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await page.locator(`${page$} span.av`).waitFor()
})

test('an alert word is added and removed, also if the list of words arrives late', async () => {
  const word = newTopic().replaceAll(' ', '')
  const page = await opens('dov')
  const { promise: added, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/json/users/me/alert_words', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await added
    await route.fulfill({ response })
  })
  const listed = page.waitForResponse(
    (response) => response.url().endsWith('/json/users/me/alert_words') && response.request().method() === 'GET',
  )
  await page.evaluate(() => (location.hash = '#settings/alert-words'))
  await page.getByLabel('New word').fill(word)
  await page.keyboard.press('Enter')
  const remove = page.getByRole('button', { name: `Remove ${word}` })
  await remove.waitFor()
  release()
  await (await listed).finished()
  // The client has read the list when it has nothing more to do.
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestIdleCallback(resolve)
    })
  })
  await remove.click()
  await page.locator('li', { hasText: word }).waitFor({ state: 'detached' })
})

test('a muted person is unmuted', async () => {
  const gus = await newPerson()
  await asks(gus, `POST /users/me/muted_users/${userId('ezra')}`)
  const page = await opens(gus, {}, '#settings/muted')
  await page.locator(page$).getByRole('button', { name: 'Unmute' }).click()
  await page.getByText('You have muted no one.').waitFor()
})

test('a bot is created with its key, and deactivated', async () => {
  const name = `Robot ${newTopic().slice(-6)}`
  const page = await opens('dov', {}, '#settings/bots')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Short name').fill(name.replaceAll(' ', '').toLowerCase())
  await page.getByRole('button', { name: 'Create a bot' }).click()
  expect((await page.locator('.secret').textContent())?.length).toBeGreaterThan(20)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download zuliprc' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('zuliprc')
  const { email, key, site } = await fieldsOf(download)
  const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` }
  const answer = await fetch(`${site}/api/v1/users/me`, { headers })
  expect(await answer.json()).toMatchObject({ full_name: name, is_bot: true })
  const bot = page.locator('.bots > li', { hasText: name })
  await bot.getByRole('button', { name: 'Manage' }).click()
  await bot.getByText('No service has sent anything yet.').waitFor()
  await bot.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await bot.waitFor({ state: 'detached' })
})

test('another session is listed, and logged out from here', async () => {
  const gus = await newPerson()
  const other = await opens(gus)
  const page = await opens(gus, {}, '#settings/account')
  await page.getByText('This browser').waitFor()
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await page.getByText('All other sessions have ended.').waitFor()
  await other.getByRole('dialog', { name: 'Log in' }).waitFor()
})

test('a snippet is kept, changed and deleted', async () => {
  const title = `Greeting ${newTopic().slice(-6)}`
  const page = await opens('dov', {}, '#settings/saved')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Text', { exact: true }).fill('Hello!')
  await page.getByRole('button', { name: 'New snippet' }).click()
  const entry = page.locator('li', { hasText: title })
  await entry.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Good morning!')
  await page.getByRole('button', { name: 'Save' }).click()
  await entry.getByText('Good morning!').waitFor()
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await entry.waitFor({ state: 'detached' })
})

test('the name of a saved view, which the user is typing, stays when another view changes elsewhere', async () => {
  const gus = await newPerson()
  for (const [fragment, name] of [
    ['narrow/has/image', 'Pictures'],
    ['narrow/has/link', 'Links'],
  ])
    await asks(gus, 'POST /navigation_views', { fragment, name, is_pinned: false })
  const page = await opens(gus, {}, '#settings/saved')
  await page.getByRole('button', { name: 'Change: Links' }).click()
  const field = page.locator('li', { hasText: 'Links' }).getByLabel('Name', { exact: true })
  await field.fill('Addresses')
  await asks(gus, 'PATCH /navigation_views/narrow%2Fhas%2Fimage', { is_pinned: true })
  await expect.poll(() => page.getByLabel('Pinned: Pictures').isChecked()).toBe(true)
  await expect.poll(() => field.inputValue()).toBe('Addresses')
})
