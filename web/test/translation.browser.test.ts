import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { asks, isChromium, newPerson, opens } from './person'

/** Opens the texts of the interface for a new user whose language is German. */
async function germanTexts(options = {}): Promise<Page> {
  const name = await newPerson()
  await asks(name, 'PATCH /settings', { default_language: 'de' })
  const page = await opens(name, options, '#settings/preferences')
  await page.getByText('Diese Übersetzung hat noch kein Muttersprachler geprüft.').waitFor()
  await page.getByRole('link', { name: 'Korrigieren' }).click()
  return page
}

const found = (page: Page) => page.locator('.beside')

test('a user finds a text, corrects it, and copies the correction', async () => {
  const page = await germanTexts()
  if (isChromium()) await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = page.getByRole('button', { name: /^Korrekturen kopieren/ })
  await page.getByRole('searchbox', { name: 'Text suchen' }).fill('DRAFTS and sn')
  await expect.poll(() => found(page).count()).toBe(1)
  await expect.poll(() => copy.count()).toBe(0)
  const field = found(page).getByRole('textbox')
  await expect.poll(() => field.inputValue()).toBe('Entwürfe und Bausteine')
  await field.fill('Entwürfe und Textbausteine')
  // What the user wrote outlives the page.
  await page.reload()
  await expect.poll(() => copy.textContent()).toBe('Korrekturen kopieren (1)')
  await copy.click()
  await page.getByText('Kopiert.').waitFor()
  if (isChromium())
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`Corrections of Parley's translation (de)

web/words/de/settings.ts sections.saved
English: Drafts and snippets
Now: Entwürfe und Bausteine
Better: Entwürfe und Textbausteine`)
  await page.getByRole('button', { name: 'Korrekturen löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await expect.poll(() => copy.count()).toBe(0)
})

test('the texts of emails and of pages are there too, and a text with a number is shown as its rule', async () => {
  const page = await germanTexts()
  const search = page.getByRole('searchbox', { name: 'Text suchen' })
  await search.fill('Log in to {realm}')
  await expect.poll(() => found(page).getByRole('textbox').inputValue()).toBe('Bei {realm} anmelden')
  await search.fill("'subscriber'")
  await expect.poll(() => found(page).getByRole('textbox').inputValue()).toBe("count(people, 'Abonnent', 'Abonnenten')")
})

test('in English, the settings have no translation to correct', async () => {
  const page = await opens(await newPerson(), {}, '#settings/translation')
  await page.getByText('This section does not exist, or you cannot open it.').waitFor()
})

test('axe finds nothing in the texts, and nothing scrolls sideways', async () => {
  const page = await germanTexts()
  await found(page).first().waitFor()
  expect(await faultsOn(page)).toEqual([])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    const view = page.locator('.layer:not(.parked) .settings-page')
    expect(await view.evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0)
  }
  expect(await faultsOn(page)).toEqual([])
})
