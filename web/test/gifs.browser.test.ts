import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGifs } from '../../test/support/gif-server.mjs'
import { faultsOn } from './accessibility'
import { tap } from './fingers'
import { logsOwnerIn, newRealm, owners } from './new-realm'
import { composerOf, enters, openClient, rowOf } from './person'

let service: Awaited<ReturnType<typeof startGifs>>
beforeAll(async () => {
  service = await startGifs()
})
afterAll(() => service.stop())

const stateOf = async (name: string) => (await fetch(`${service.url}/${name}`)).json()
const behaves = (name: string, behavior: string) =>
  fetch(`${service.url}/${name}`, { method: 'PUT', body: JSON.stringify({ behavior }) })

/** Opens the client as the owner of a new realm with a service, in the conversation of the owner with themself. */
async function withService(name: string, options: Parameters<typeof openClient>[0] = {}): Promise<Page> {
  const realm = await newRealm()
  const page = await openClient(options, '', realm.realm_url)
  await logsOwnerIn(page, realm)
  if (name !== '') {
    const settings = { parley_gif_service: 'address', parley_gif_url: `${service.url}/${name}` }
    await owners(page, realm, 'PATCH /realm', settings)
    await owners(page, realm, 'POST /parley/gifs/key', { key: 'the-key' })
  }
  const { user_id } = await owners(page, realm, 'GET /users/me')
  await owners(page, realm, 'POST /messages', { type: 'direct', to: `[${user_id}]`, content: 'Hello' })
  await page.evaluate((hash) => (location.hash = hash), `#narrow/dm/${user_id}-Ola`)
  await rowOf(page, 'Hello').waitFor()
  return page
}

async function opensPicker(page: Page) {
  await composerOf(page).focus()
  await page.getByRole('button', { name: 'Other content' }).click()
  await page.getByRole('menuitem', { name: 'GIF or sticker' }).click()
  const picker = page.getByRole('dialog', { name: 'GIF or sticker' })
  await picker.getByRole('option').first().waitFor()
  return picker
}

test('a GIF is found, chosen and sent by keys alone, and readers get it from their own server', async () => {
  const page = await withService('keys')
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(service.url)) foreign.push(request.url())
  })
  const picker = await opensPicker(page)
  await picker.getByText(`Powered by ${new URL(service.url).hostname}`).waitFor()
  expect(await faultsOn(page)).toEqual([])
  await page.keyboard.type('cat')
  await picker.getByRole('option', { name: 'cat 1 GIF' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => picker.locator('[aria-selected=true]').getAttribute('aria-label')).toBe('cat 2 GIF')
  await expect.poll(() => picker.getByRole('combobox').getAttribute('aria-activedescendant')).toBe('gif-list-1')
  await page.keyboard.press('ArrowDown')
  const below = await picker.locator('[aria-selected=true]').getAttribute('aria-label')
  expect(below).not.toBe('cat 2 GIF')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOf(page).inputValue()).toBe(`[cat 2 GIF](${service.url}/keys/whole-2.gif) `)
  await page.keyboard.press('Control+Enter')
  const picture = rowOf(page, 'cat 2 GIF').locator('.message_inline_image img')
  await picture.waitFor()
  expect(new URL(await picture.evaluate((image: HTMLImageElement) => image.src)).pathname).toBe('/thumbnail')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  expect(foreign).toEqual([])
  expect((await stateOf('keys')).searches).toMatchObject([{ call: 'featured' }, { call: 'search', q: 'cat' }])
})

test('stickers are found, more of them are shown, Escape closes, and a failure has a text', async () => {
  const page = await withService('stickers')
  const picker = await opensPicker(page)
  await picker.getByRole('button', { name: 'Stickers' }).click()
  await picker.getByRole('option', { name: 'popular 1 sticker' }).waitFor()
  await expect.poll(() => picker.getByRole('button', { name: 'Stickers' }).getAttribute('aria-pressed')).toBe('true')
  await picker.getByRole('button', { name: 'More pictures' }).click()
  await picker.getByRole('option', { name: 'popular 25 sticker' }).waitFor()
  await expect.poll(() => picker.getByRole('option').count()).toBe(48)
  await behaves('stickers', 'fails')
  await picker.getByRole('combobox').fill('dog')
  await picker.getByText('The service for GIFs did not answer as expected: it answered with status 403.').waitFor()
  await behaves('stickers', 'answers')
  await picker.getByRole('combobox').fill('nothing')
  await picker.getByText('There are no such pictures.').waitFor()
  await picker.getByRole('combobox').focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => picker.count()).toBe(0)
  expect(await composerOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await expect.poll(() => composerOf(page).inputValue()).toBe('')
})

/** The colours in the middle of what covers a picture; undefined if nothing does. */
const coverOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((frame) => {
      const canvas = frame.querySelector('canvas')
      return canvas === null ? undefined : getComputedStyle(canvas).visibility
    })

test('with reduced motion, pictures pause in the picker and in messages, and move where the user is', async () => {
  const page = await withService('calm', { reducedMotion: 'reduce' })
  const picker = await opensPicker(page)
  await page.mouse.move(0, 0)
  await expect.poll(() => coverOf(page, '#gif-list-1')).toBe('visible')
  await expect.poll(() => coverOf(page, '#gif-list-0')).toBe('hidden')
  await picker.getByRole('option').first().click()
  await page.keyboard.press('Control+Enter')
  const link = '.message_inline_image a'
  await page.locator(link).waitFor()
  await expect.poll(() => coverOf(page, link)).toBe('visible')
  await page.locator(link).hover()
  await expect.poll(() => coverOf(page, link)).toBe('hidden')
})

test('on a phone, the picker fits', async () => {
  const page = await withService('phone', { viewport: { width: 390, height: 780 }, hasTouch: true })
  const picker = await opensPicker(page)
  const box = await picker.boundingBox()
  expect(box!.x).toBeGreaterThanOrEqual(0)
  expect(box!.x + box!.width).toBeLessThanOrEqual(390)
  expect(box!.y).toBeGreaterThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await tap(picker.getByRole('option').nth(3))
  await expect.poll(() => composerOf(page).inputValue()).toContain('[popular 4 GIF](')
})

test('without a service, nothing is offered; owners choose one and store a key, which is never shown', async () => {
  const page = await withService('')
  await page.getByRole('button', { name: 'Other content' }).click()
  await page.getByRole('menuitem', { name: 'Voice message' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'GIF or sticker' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.evaluate(() => (location.hash = '#organization/gifs'))
  await page.getByRole('combobox', { name: 'Service for GIFs' }).selectOption('address')
  const address = page.getByLabel('Address of the service')
  await enters(address, `${service.url}/chosen`)
  // The key is for the address that the server has.
  await page.locator('.setting', { has: address }).getByText('Saved').waitFor()
  await page.getByRole('textbox', { name: 'Key' }).fill('gif-secret')
  await page.getByRole('button', { name: 'Save the key' }).click()
  await page.getByText(`There is a key for ${service.url}.`).waitFor()
  expect(await page.content()).not.toContain('gif-secret')
  expect(await faultsOn(page)).toEqual([])
})
