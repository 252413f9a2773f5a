import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, composerOf, logIn, newPerson, newTopic, openClient, opens, passwordOf, sends, topicHash } from './person'

/** Returns the files with texts of other languages that a page asks for. */
function textsFetched(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    const [, file] = /\/assets\/(words-[a-z-]+)-/.exec(request.url()) ?? []
    if (file !== undefined) files.push(file)
  })
  return files
}

/** Creates a user who chose a language. */
async function speaker(default_language: string): Promise<string> {
  const name = await newPerson()
  await asks(name, 'PATCH /settings', { default_language })
  return name
}

async function logInWithoutWords(page: Page, name: string): Promise<void> {
  await page.locator('#address').fill(`${name}@parley.example`)
  await page.locator('#password').fill(passwordOf(name))
  await page.locator('button[type="submit"]').click()
  await page.locator('.app').waitFor()
}

const root = (page: Page) =>
  page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))

test('a browser in German shows a German login page', async () => {
  const page = await openClient({ locale: 'de-AT' })
  await page.getByRole('button', { name: 'Anmelden' }).waitFor()
  await page.getByLabel('E-Mail-Adresse').waitFor()
  expect(await root(page)).toEqual({ lang: 'de-AT', dir: 'ltr' })
})

test('a browser in Arabic shows the login page from right to left, with the digits of the other texts', async () => {
  const page = await openClient({ locale: 'ar-EG' })
  await page.getByRole('button', { name: 'تسجيل الدخول', exact: true }).waitFor()
  expect(await root(page)).toEqual({ lang: 'ar-EG-u-nu-latn', dir: 'rtl' })
})

test.each([
  ['zh-CN', '登录'],
  ['ja-JP', 'ログイン'],
])('a browser in %s shows the login page in its language', async (locale, button) => {
  const page = await openClient({ locale })
  await page.getByRole('button', { name: button, exact: true }).waitFor()
  expect(await root(page)).toEqual({ lang: locale, dir: 'ltr' })
})

test('a browser in a language without texts shows an English login page', async () => {
  const page = await openClient({ locale: 'tlh' })
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect((await root(page)).lang).toBe('en')
})

test('the interface is in the language of the user, and the next start knows it', async () => {
  const name = await speaker('de')
  const page = await openClient()
  await logIn(page, name)
  await page.getByRole('heading', { name: 'Eingang', level: 1 }).waitFor()
  expect((await root(page)).lang).toBe('de')
  const pages: string[] = []
  page.on('framenavigated', (frame) => pages.push(frame.url()))
  await page.reload()
  await page.getByRole('heading', { name: 'Eingang', level: 1 }).waitFor()
  expect(pages).toHaveLength(1)
  await page.evaluate(() => (location.hash = '#settings/preferences'))
  await page.getByLabel('Farbschema').waitFor()
})

test('a user of another language than the browser gets the own one', async () => {
  const name = await speaker('en')
  const page = await openClient({ locale: 'de-DE' })
  await page.getByRole('button', { name: 'Anmelden' }).waitFor()
  await logInWithoutWords(page, name)
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  expect((await root(page)).lang).toBe('en')
})

test('another choice in the settings changes the interface, and keeps drafts', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(await speaker('en'), {}, topicHash(topic))
  await composerOf(page).fill('half a sentence')
  await page.evaluate(() => (location.hash = '#settings/preferences'))
  await page.getByLabel('Language', { exact: true }).selectOption('de')
  await page.getByLabel('Sprache', { exact: true }).waitFor()
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  await page.getByRole('button', { name: 'Senden', exact: true }).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
})

test('the list of languages says for which ones the interface is in English', async () => {
  const page = await opens('dov', {}, '#settings/preferences')
  const list = page.getByLabel('Language', { exact: true })
  await list.waitFor()
  const texts = await list.locator('option').allTextContents()
  expect(texts).toContain('Deutsch')
  expect(texts).toContain('dansk (interface in English)')
  expect(texts).toContain('English')
})

test('a user of English fetches no texts, and a user of German the files of German and the English refusals', async () => {
  const english = await openClient()
  const fetched = textsFetched(english)
  await english.reload()
  await logIn(english, 'dov')
  expect(fetched).toEqual([])
  const german = await openClient({ locale: 'de' })
  const texts = textsFetched(german)
  // What starts after the page has loaded does not depend on the texts being there by then.
  const loaded = german.waitForEvent('load')
  await german.route('**/assets/words-de-first-*', async (route) => {
    await loaded
    await route.continue()
  })
  await german.reload()
  await german.getByRole('button', { name: 'Anmelden' }).waitFor()
  await expect.poll(() => [...new Set(texts)].toSorted()).toEqual(['words-de-first', 'words-de-rest', 'words-en-rest'])
})

test('the client starts in English if the texts cannot be loaded', async () => {
  const page = await openClient({ locale: 'de' })
  const body = 'throw new Error("not loaded")'
  await page.route('**/assets/words-*', (route) => route.fulfill({ body, contentType: 'text/javascript' }))
  await page.reload()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
})

test('times are written as in the language of the user', async () => {
  const topic = newTopic()
  const page = await opens(await speaker('de'), { timezoneId: 'Europe/Berlin' }, topicHash(topic))
  await sends('ben', topic, ['hello'])
  const time = page.locator('.msg', { hasText: 'hello' }).locator('time').first()
  await expect.poll(() => time.textContent()).toMatch(/^\d\d:\d\d$/)
})

test('Arabic is written from right to left', async () => {
  const page = await openClient({ locale: 'ar' })
  await page.locator('#address').waitFor()
  expect(await root(page)).toMatchObject({ dir: 'rtl' })
  await expect.poll(() => page.locator('button[type="submit"]').textContent()).toMatch(/\p{Script=Arabic}/u)
})

test('emoji are found by their names in the language of the user and in English, and sent by the same name', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await openClient({ locale: 'de-DE' })
  await logInWithoutWords(page, await speaker('de'))
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  const field = composerOf(page)
  await field.fill('')
  await field.pressSequentially(':tintenf')
  await page.getByRole('option', { name: 'Oktopus' }).waitFor()
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(':octopus: ')
  await field.fill('')
  await field.pressSequentially(':octop')
  await page.getByRole('option', { name: 'Oktopus' }).waitFor()
  await field.fill('')
  await page.locator('.layer:not(.parked)').getByRole('button', { name: 'Emoji', exact: true }).click()
  const search = page.getByRole('combobox', { name: 'Emoji suchen' })
  await search.fill('Herz mit Pf')
  await page.getByRole('option', { name: 'Herz mit Pfeil', exact: true }).waitFor()
  await search.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(':cupid: ')
  await field.fill('')
})
