import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { launch, looksOften, mediaKey } from './launch'
import { randomDigits } from './random'

// All files of a worker share its browsers. They end with the worker.
const browsers = new Map<string, Promise<Browser>>()
const closing = new Map<Page, () => Promise<void>>()
const faults: string[] = []

/** Closes the pages of a test, and throws if something went wrong in one of them. `setup.ts` calls it after each test. */
export async function closePages(): Promise<void> {
  for (const [page, close] of closing) {
    closing.delete(page)
    await close()
  }
  // Statement 35: the content security policy and Trusted Types report nothing. No script fails.
  expect(faults.splice(0)).toEqual([])
}

/** Keeps a page for the other tests of a file, which closes it with the result. */
export function keepsOpen(page: Page): () => Promise<void> {
  const close = closing.get(page)
  closing.delete(page)
  return close ?? (() => Promise.resolve())
}

/** Returns what went wrong in the pages of this test so far, for a test that expects it. */
export const takeFaults = () => faults.splice(0)

// The number is that of a font whose page was left, in Firefox.
const HARMLESS =
  /Firefox can’t establish a connection|download failed .*status=2152398850|was interrupted while the page was loading|status of 401|status of 400|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|WebSocket connection/

/** Some steps need another way in Chromium. `testWith` skips whole tests. */
export const isChromium = () => inject('engine') === 'chromium'

/** Opens the client in a new profile, without a session. `site` is the address of the realm. */
export async function openClient(
  options: BrowserContextOptions = {},
  hash = '',
  site = inject('server').url,
): Promise<Page> {
  const page = await newPage(options, site)
  await page.goto(`${site}/${hash}`)
  return page
}

async function newPage(
  options: BrowserContextOptions,
  site: string,
  prepare: (context: BrowserContext) => Promise<void> = () => Promise.resolve(),
): Promise<Page> {
  const key = mediaKey(options)
  if (!browsers.has(key)) browsers.set(key, launch(options))
  const context = await (
    await browsers.get(key)!
  ).newContext({
    viewport: { width: 1200, height: 800 },
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      reportError(new Error(`The policy of the page refused this: ${effectiveDirective}`))
    })
  })
  if (options.hasTouch) await context.addInitScript(notesGestures)
  const [page] = await Promise.all([context.newPage(), prepare(context)])
  // Chromium without a window has its pointer in the rail, some time after the page came.
  if (isChromium() && !options.hasTouch) await page.mouse.move(-1, -1)
  closing.set(page, async () => {
    // A route that still runs would fail with the page, after its test.
    for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' })
    const cookies = await context.cookies(site)
    await context.close()
    await endSession(site, cookies)
  })
  looksOften(page)
  page.on('pageerror', ({ message, stack }) => {
    // Firefox calls a connection that was cut an error of the page.
    if (!HARMLESS.test(`${message} ${stack}`)) faults.push(`${message} ${stack}`)
  })
  page.on('console', (line) => {
    if (line.type() === 'error' && !HARMLESS.test(line.text())) faults.push(line.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== site) faults.push(`A request to ${origin}`)
  })
  return page
}

/** A user has few sessions at a time. The pages of many tests would end the session of a long one. */
async function endSession(site: string, cookies: { name: string; value: string }[]): Promise<void> {
  if (cookies.length === 0) return
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  // A test of an outage has stopped its server.
  await fetch(`${site}/json/logout`, { method: 'POST', headers: { origin: site, cookie } }).catch(() => undefined)
}

/** Runs in a page. Notes when the client listens to fingers (web/touch/gestures.ts): a touch before that would be lost. */
function notesGestures(): void {
  const listen: (this: EventTarget, ...all: Parameters<EventTarget['addEventListener']>) => void = Reflect.get(
    EventTarget.prototype,
    'addEventListener',
  )
  EventTarget.prototype.addEventListener = function (...all) {
    listen.call(this, ...all)
    if (this === document && all[0] === 'pointercancel') Object.assign(globalThis, { recognisesGestures: true })
  }
}

/** ada, ben, cleo, dov, ezra, or the name of a user that `newPerson` created. */
export type Name = string
type Person = { email: string; password: string; api_key: string; user_id: number }

const newcomers: Person[] = []

const personOf = (name: Name): Person => {
  const all: Person[] = [...inject('server').people, ...newcomers]
  return all.find(({ email }) => email.startsWith(`${name}@`))!
}

/** Creates a user for a test that changes what belongs to the user. Returns the name. */
export async function newPerson(fields: { in_default_channels?: boolean } = {}): Promise<Name> {
  const name = `gus${randomDigits()}`
  const account = {
    ...fields,
    email: `${name}@parley.example`,
    password: `${name}-tandem-kiwi`,
    full_name: 'Gus Novak',
    role: 400,
  }
  const { email, password } = account
  newcomers.push({ ...(await asks('ada', 'POST /dev_create_user', account)), email, password })
  return name
}

/** Opens the client in a new profile with a new session of a user. The test of the login itself uses the form. */
export async function opens(name: Name, options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const site = inject('server').url
  const page = await newPage(options, site, logsIn(name))
  await page.goto(`${site}/${hash}`)
  await page.locator('.app:not(:has(.login-sheet))').waitFor()
  return page
}

/** Logs a user in, in a browser that has no page yet. */
const logsIn = (name: Name) => async (context: BrowserContext) => {
  const { url } = inject('server')
  const form = { username: `${name}@parley.example`, password: passwordOf(name) }
  const response = await context.request.post(`${url}/json/login`, { form, headers: { origin: url } })
  expect(await response.json()).toMatchObject({ result: 'success' })
}

export const passwordOf = (name: Name): string => personOf(name).password

export const apiKeyOf = (name: Name): string => personOf(name).api_key

export async function logIn(page: Page, name: Name, password = passwordOf(name)): Promise<void> {
  // Settings that the last user left open may have a field of that name.
  const address = page.locator('main.login').getByLabel('Email address')
  // In Firefox, playwright adds to an address.
  await address.clear()
  await address.fill(`${name}@parley.example`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  if (password === passwordOf(name)) await page.locator('.app:not(:has(.login-sheet))').waitFor()
}

/** Sends a request of the API as a person, with the API key. */
export async function asks(name: Name, call: string, params: Record<string, unknown> = {}) {
  const { url } = inject('server')
  const { email, api_key } = personOf(name)
  const [method, path] = call.split(' ')
  const fields = new URLSearchParams(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const isRead = method === 'GET'
  const response = await fetch(`${url}/api/v1${path}${isRead ? `?${fields}` : ''}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${email}:${api_key}`)}` },
    ...(isRead ? {} : { body: fields }),
  })
  const answer = await response.json()
  expect(answer, call).toMatchObject({ result: 'success' })
  return answer
}

/** Uploads a file with the API key of a person. */
export async function uploads(name: Name, file: File): Promise<{ url: string }> {
  const { url } = inject('server')
  const { email, api_key } = personOf(name)
  const body = new FormData()
  body.set('file', file)
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
  const answer = await (await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers, body })).json()
  expect(answer).toMatchObject({ result: 'success' })
  return answer
}

export type Channel = { stream_id: number; name: string }

const GENERAL: Channel = { stream_id: 1, name: 'general' }

/** Creates a user who is in no channel but one of their own and of ben, so that no other test changes their lists. */
export async function newPersonAlone(): Promise<{ name: Name; channel: Channel }> {
  const name = await newPerson({ in_default_channels: false })
  const channel = `alone-${name}`
  const subscribers = [userId(name), userId('ben')]
  const { id } = await asks('ben', 'POST /channels/create', { name: channel, subscribers })
  return { name, channel: { stream_id: id, name: channel } }
}

/** Sends messages to a topic, and returns their ids. */
export async function sends(
  name: Name,
  topic: string,
  contents: string[],
  { client = 'test', channel = GENERAL } = {},
): Promise<number[]> {
  const ids: number[] = []
  for (const content of contents) {
    const { id } = await asks(name, 'POST /messages', { type: 'channel', to: channel.name, topic, content, client })
    ids.push(id)
  }
  return ids
}

/** Sends many messages at once, in any order, and marks them as read for a reader. */
export async function sendsMany(topic: string, contents: string[], reader: Name): Promise<void> {
  const ids = await Promise.all(contents.map((content) => sends('ben', topic, [content])))
  await asks(reader, 'POST /messages/flags', { messages: ids.flat(), op: 'add', flag: 'read' })
}

let topics = 0

/** Returns the name of a topic that no other test uses. */
export const newTopic = () =>
  `topic ${inject('server').url.slice(-4)} ${++topics} ${Math.random().toString(36).slice(2, 8)}`

export const topicHash = (topic: string, { stream_id, name } = GENERAL) =>
  `#narrow/channel/${stream_id}-${name}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`

export const userId = (name: Name) => personOf(name).user_id

export const composerOf = (page: Page) => page.locator('.layer:not(.parked) .write textarea')

export const rowOf = (page: Page, text: string) => page.locator('.layer:not(.parked) article.msg', { hasText: text })

/** Opens the dialog that asks before it logs out. */
export async function asksToLogOut(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('.switcher input').fill('> log out')
  await page.locator('.switcher [aria-selected=true]', { hasText: 'Log out' }).click()
}

/** Logs out, which asks. */
export async function logsOut(page: Page): Promise<void> {
  await asksToLogOut(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
}

/** Types a value, and leaves the field. Firefox reports no change of a value that its driver has set. */
export async function enters(field: Locator, value: string): Promise<void> {
  await field.fill('')
  await field.pressSequentially(value)
  await field.press('Tab')
}
