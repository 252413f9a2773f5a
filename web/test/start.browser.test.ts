import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { bodyOf, passOn } from './launch'
import { asks, composerOf, logIn, logsOut, newTopic, opens, rowOf, sends, topicHash, userId } from './person'
import { saved } from './saved'
import { storedSnapshot } from './stored-snapshot'

/** Holds all requests to the server except for the files of the client. Returns the requests. */
async function holdsRequests(page: Page): Promise<string[]> {
  const waiting: string[] = []
  await page.route('**/json/**', (route) => void waiting.push(new URL(route.request().url()).pathname))
  await page.routeWebSocket('**/json/events**', () => void waiting.push('socket'))
  return waiting
}

test('1. opening the client again shows the last conversation before any network answer arrives', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello', 'the last line'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'the last line').waitFor()
  await saved(page, 'the last line')
  const waiting = await holdsRequests(page)
  await page.reload()
  await rowOf(page, 'the last line').waitFor()
  await page.locator('.rail').getByText('Ada', { exact: false }).first().waitFor()
  expect(waiting).not.toContain('/json/register')
})

test('1. the queue of the last page is resumed: what was sent meanwhile follows, without a registration', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await saved(page, topic)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('about:blank')
  await sends('ben', topic, ['meanwhile'])
  await page.goto(`${inject('server').url}/${topicHash(topic)}`)
  await rowOf(page, 'meanwhile').waitFor()
  await sends('ben', topic, ['and live'])
  await rowOf(page, 'and live').waitFor()
  // As one text, so that a failure shows all of them.
  expect(requests.join(' ')).not.toMatch(/\/json\/(?:register|messages)/)
})

test('1. an expired queue registers in the background: no row moves, and what was missed follows', async () => {
  const topic = newTopic()
  await sends(
    'ben',
    topic,
    Array.from({ length: 40 }, (_, at) => `line ${at}`),
  )
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'line 39').waitFor()
  await page.locator('.layer:not(.parked) .list').press('End')
  await saved(page, 'line 39')
  // The row `core` is the first one.
  const { queue_id } = JSON.parse(JSON.parse(await page.evaluate(storedSnapshot))[0].text).queue
  await page.goto('about:blank')
  await asks('ada', 'DELETE /events', { queue_id })
  await sends('ben', topic, ['missed'])
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let digest: string | null = null
  await page.route('**/json/register', async (route) => {
    await isReleased
    digest = new URLSearchParams((await bodyOf(route)) ?? '').get('parley_users_digest')
    const response = await passOn(route)
    const { realm_users, realm_non_active_users, cross_realm_bots, ...state } = await response.json()
    // As for users who have not changed, although other tests create some. After such an event, the client asks for all.
    const lists = digest === '' ? { realm_users, realm_non_active_users, cross_realm_bots } : {}
    await route.fulfill({ response, json: { ...state, ...lists } })
  })
  await page.goto(`${inject('server').url}/${topicHash(topic)}`)
  const last = rowOf(page, 'line 39')
  await last.waitFor()
  const top = () => last.evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const before = await top()
  release()
  await rowOf(page, 'missed').waitFor({ state: 'attached' })
  expect(await top()).toBe(before)
  await expect.poll(() => rowOf(page, 'line 39').count()).toBe(1)
  expect(digest).toMatch(/^([0-9a-f]{64})?$/)
  await page.evaluate((hash) => (location.hash = hash), `#user/${userId('ben')}`)
  await page.getByRole('dialog', { name: 'Ben Lindqvist' }).waitFor()
})

test('2. a start from the snapshot marks nothing as read', async () => {
  const [topic, other] = [newTopic(), newTopic()]
  await sends('ben', topic, ['read this'])
  const page = await opens('cleo', {}, topicHash(topic))
  await rowOf(page, 'read this').waitFor()
  await saved(page, 'read this')
  await page.goto('about:blank')
  const [id] = await sends('ben', other, ['not opened'])
  await page.goto(`${inject('server').url}/#inbox`)
  await page.locator('.layer:not(.parked) .conv', { hasText: other }).waitFor()
  const { messages } = await asks('cleo', 'GET /messages', { message_ids: [id], client_gravatar: true })
  expect(messages[0].flags).not.toContain('read')
})

test('14. without the server, the snapshot shows drafts and takes new messages', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await composerOf(page).fill('half a sentence')
  await saved(page, topic)
  await page.route('**/json/**', (route) => route.abort('internetdisconnected'))
  await page.routeWebSocket('**/json/events**', (socket) => socket.close())
  await page.reload()
  await rowOf(page, 'hello').waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'half a sentence').getByText('waiting').waitFor()
})

test('33. logging out deletes the snapshot, and another user of the browser never sees it', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['for ada alone'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'for ada alone').waitFor()
  await saved(page, 'for ada alone')
  await logsOut(page)
  await page.getByLabel('Password').waitFor()
  expect(await page.evaluate(storedSnapshot)).toBe('[]')
  await logIn(page, 'dov')
  await page.locator('.rail .account', { hasText: 'Dov' }).waitFor()
})

/** Dov may not read it. */
const VAULT = { stream_id: 5, name: 'vault' }

test('a snapshot of another session is not shown, although no user logged out', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['for ada alone'], { channel: VAULT })
  const page = await opens('ada', {}, topicHash(topic, VAULT))
  await rowOf(page, 'for ada alone').waitFor()
  await saved(page, 'for ada alone')
  const { people, url } = inject('server')
  const { email, password } = people.find((person) => person.email.startsWith('dov'))!
  await page.goto('about:blank')
  const form = { username: email, password }
  const response = await page.context().request.post(`${url}/json/login`, { form, headers: { origin: url } })
  expect(response.status()).toBe(200)
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent.includes('for ada alone')) document.documentElement.dataset.seen = 'true'
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.goto(`${url}/${topicHash(topic, VAULT)}`)
  await page.locator('.account', { hasText: 'Dov Peretz' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.seen)).toBe(undefined)
})

test('a session that ended meanwhile shows the login page and deletes the snapshot', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['not for strangers'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'not for strangers').waitFor()
  await saved(page, 'not for strangers')
  await page.route('**/json/**', (route) =>
    route.fulfill({ status: 401, json: { result: 'error', code: 'UNAUTHORIZED', msg: 'Not logged in' } }),
  )
  await page.routeWebSocket('**/json/events**', (socket) => socket.close())
  await page.reload()
  await page.getByLabel('Password').waitFor()
  await expect.poll(() => rowOf(page, 'not for strangers').count()).toBe(0)
  await page.reload()
  await page.getByLabel('Password').waitFor()
  await expect.poll(() => page.locator('body').innerText()).not.toContain('not for strangers')
})

test('1. a reload just after a message resumes the queue', async () => {
  const topic = newTopic()
  const page = await opens('ada', {}, topicHash(topic))
  await sends('ben', topic, ['hello'])
  await rowOf(page, 'hello').waitFor()
  await saved(page, topic)
  const registrations: string[] = []
  page.on('request', (request) => {
    if (/\/json\/register/.test(request.url())) registrations.push(request.url())
  })
  for (const text of ['one', 'two', 'three', 'four']) {
    await sends('ben', topic, [text])
    await rowOf(page, text).waitFor()
    await page.reload()
    await rowOf(page, text).waitFor()
    await page.getByText('Connecting…').waitFor({ state: 'detached' })
  }
  expect(registrations).toEqual([])
})
