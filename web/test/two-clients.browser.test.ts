import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { apiKeyOf, newPerson, newTopic, opens, sends, topicHash } from './person'
import { buildTwoClients } from './two-clients/build'
import { watchPage } from './two-clients/watch-page'

let built: Awaited<ReturnType<typeof buildTwoClients>>

beforeAll(async () => {
  built = await buildTwoClients()
})
afterAll(() => built?.remove())

/** Opens the page for two clients with the session of a user. */
async function opensPage(name: string, hash = ''): Promise<Page> {
  const page = await opens(name)
  await page.context().addInitScript(watchPage)
  await built.serve(page)
  await page.goto(`${inject('server').url}/?two${hash}`)
  await page.waitForFunction(() => 'clients' in globalThis)
  await page.evaluate(() => forget())
  return page
}

const left = (page: Page, text: string) => page.locator('#left article.msg', { hasText: text })
const right = (page: Page, text: string) => page.locator('#right article.msg', { hasText: text })

test('importing any module of the client does nothing: no request, listener, timer or text in the page', async () => {
  const page = await opensPage(await newPerson())
  const before = await page.evaluate(() => document.documentElement.outerHTML)
  expect(await page.evaluate(() => clients.importAll())).toBeGreaterThan(300)
  expect(await page.evaluate(() => [...openThings(), ...sent()])).toEqual([])
  const withoutStyles = (html: string) => html.replaceAll(/<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
  expect(withoutStyles(await page.evaluate(() => document.documentElement.outerHTML))).toBe(withoutStyles(before))
})

test('two clients of two accounts live in one page, and one that stops leaves nothing behind', async () => {
  const [first, second, topic] = [await newPerson(), await newPerson(), newTopic()]
  await sends('ben', topic, ['hello'])
  const page = await opensPage(first, topicHash(topic))
  const account = { email: `${second}@parley.example`, api_key: apiKeyOf(second) }
  await page.evaluate(([of, hash]) => clients.opensRight(of, hash), [account, topicHash(topic)] as const)
  await right(page, 'hello').waitFor()
  const ofRight = await page.evaluate(() => openThings().length)
  expect(ofRight).toBeGreaterThan(10)

  await page.evaluate(() => clients.opensLeft())
  await left(page, 'hello').waitFor()
  await expect.poll(() => page.evaluate(() => openThings().filter((what) => what === 'WebSocket').length)).toBe(1)
  await sends('ben', topic, ['for both'])
  for (const side of [left, right]) await side(page, 'for both').waitFor()

  await page.locator('#left .write textarea').fill('from the left')
  await page.locator('#left .write textarea').press('Control+Enter')
  for (const side of [left, right]) await side(page, 'from the left').waitFor()
  await expect.poll(() => page.locator('#right .write textarea').inputValue()).toBe('')
  await page.locator('#right .write textarea').press('Escape')
  await page.locator('#right h1').first().click()

  await page.evaluate(() => clients.stops('left'))
  await expect.poll(() => page.locator('#left *').count()).toBe(0)
  expect(await page.evaluate(() => openThings())).not.toContain('WebSocket')
  await sends('ben', topic, ['for one'])
  await right(page, 'for one').waitFor()
  await expect.poll(() => page.locator('#left *').count()).toBe(0)

  await page.evaluate(() => clients.stops('right'))
  await expect.poll(() => page.evaluate(() => openThings())).toEqual([])
  expect(await page.evaluate(async () => (await navigator.locks.query())['held'])).toEqual([])
  const requests = await page.evaluate(() => sent().length)
  await sends('ben', topic, ['for nobody'])
  expect(await page.evaluate(() => sent().length)).toBe(requests)
})
