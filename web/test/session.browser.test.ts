import { expect, inject, test } from 'vitest'
import { passOn } from './launch'
import {
  asks,
  asksToLogOut,
  composerOf,
  logIn,
  logsOut,
  newPerson,
  newPersonAlone,
  newTopic,
  openClient,
  opens,
  rowOf,
  sends,
  topicHash,
} from './person'
import { readableIn, saved } from './saved'
import { storedSnapshot } from './stored-snapshot'
import { stopsTimers } from './views'

test('without a session the client asks for the address and the password, and says why it refuses', async () => {
  const page = await openClient()
  await logIn(page, 'ada', 'wrong')
  await page.getByRole('alert').getByText('incorrect').waitFor()
  await expect.poll(() => page.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password')
  await logIn(page, 'ada')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
})

test('31. no script can read the credential', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await saved(page, topic)
  const { api_key } = inject('server').people[0]!
  const cookies = await page.context().cookies()
  const { value: token } = cookies.find(({ httpOnly }) => httpOnly)!
  const readable = await readableIn(page)
  // What was looked through has the snapshot.
  expect(readable).toContain(topic)
  expect(readable).not.toContain(api_key)
  expect(readable).not.toContain(token)
  // The number of the session is readable. Its token is not.
  await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/^session_number_\d+=\d+$/)
})

test('33. a log-out on another device closes this client before any timer ends, and what it stored is gone', async () => {
  const [topic, name] = [newTopic(), await newPerson()]
  await sends('ben', topic, ['for this user alone'])
  const page = await opens(name, {}, topicHash(topic))
  await rowOf(page, 'for this user alone').waitFor()
  await saved(page, 'for this user alone')
  await page.getByText('Connecting…').waitFor({ state: 'detached' })
  const number = await page.evaluate(() => /session_number_\d+=(\d+)/.exec(document.cookie)![1])
  await stopsTimers(page)
  await asks(name, `DELETE /parley/sessions/${number}`)
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  await expect.poll(() => readableIn(page)).not.toContain('for this user alone')
  expect(await readableIn(page)).not.toContain(topic)
})

test('37. an ended session asks for the password above the client, and nothing is lost', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await composerOf(page).fill('half a sentence')
  await page.evaluate(() => fetch('/json/logout', { method: 'POST' }))
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  await logIn(page, 'ada')
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
  // 40. The user goes on writing.
  await expect.poll(() => composerOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a log-out that fails says so, and the client goes on', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(await newPerson(), {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.route('**/json/logout', (route) => route.abort('connectionreset'))
  // The notice goes after some seconds.
  const notice = page.getByText('The server cannot be reached').waitFor()
  await Promise.all([notice, logsOut(page)])
  await sends('ben', topic, ['after the attempt'])
  await rowOf(page, 'after the attempt').waitFor()
  await page.unroute('**/json/logout')
  await logsOut(page)
  await page.getByLabel('Password').waitFor()
  await page.reload()
  await page.getByLabel('Password').waitFor()
})

test('a log-out that would delete a waiting message or a draft asks first', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(await newPerson(), {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.route('**/json/drafts', (route) => route.abort('connectionreset'))
  await composerOf(page).fill('half a sentence')
  await asksToLogOut(page)
  await page.getByText('only in this browser').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
  await page.unroute('**/json/drafts')
  await page.route('**/json/messages', (route) => route.abort('connectionreset'))
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'half a sentence').waitFor()
  await asksToLogOut(page)
  await page.getByRole('button', { name: 'Log out anyway' }).click()
  await page.getByLabel('Password').waitFor()
})

test('a log-out deletes what the client stored, also in a browser that does not know `Clear-Site-Data`', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(await newPerson(), {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await saved(page, 'hello')
  await page.evaluate(async () => {
    localStorage.setItem('of-the-user', 'a draft')
    await (await caches.open('of-the-user')).put('/', new Response(''))
  })
  await page.route('**/json/logout', async (route) => {
    const response = await passOn(route)
    const { 'clear-site-data': directive, ...headers } = response.headers()
    expect(directive).toContain('storage')
    await route.fulfill({ response, headers })
  })
  await logsOut(page)
  await page.getByLabel('Password').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('of-the-user'))).toBe(null)
  expect(await page.evaluate(() => caches.has('of-the-user'))).toBe(false)
  expect(await page.evaluate(storedSnapshot)).toBe('[]')
})

test('34. the client asks no other site, whatever it shows', async () => {
  const topic = newTopic()
  // In a feed of other tests, there may be pictures that people linked.
  const { name, channel } = await newPersonAlone()
  await sends('ben', topic, ['$$x^2$$ :tada: `code` https://example.com/page', 'the last line'], { channel })
  const page = await openClient()
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  page.on('websocket', (socket) => origins.add(new URL(socket.url()).origin.replace(/^ws/, 'http')))
  await logIn(page, name)
  for (const hash of [
    '#inbox',
    '#recent',
    '#feed',
    '#settings/profile',
    '#organization/users',
    topicHash(topic, channel),
  ]) {
    await page.evaluate((next) => (location.hash = next), hash)
    await page.locator('.layer:not(.parked) h1').waitFor()
  }
  await rowOf(page, 'the last line').waitFor()
  expect([...origins]).toEqual([inject('server').url])
})

test('60. the server of `npm run dev` leads from its login to conversations, and others read the answer', async () => {
  // The server of these tests is that of the command, with a new folder.
  const { url, people } = inject('server')
  const page = await openClient()
  const [ada] = people
  await page.getByLabel('Email address').fill(ada!.email)
  await page.getByLabel('Password').fill(ada!.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.goto(`${url}/#narrow/channel/1-general`)
  await page.locator('.layer:not(.parked) article.msg').last().waitFor()
  // A topic that the command has filled.
  await page.evaluate((hash) => (location.hash = hash), topicHash('lunch'))
  await page.getByRole('heading', { name: 'lunch' }).waitFor()
  await page.locator('.layer:not(.parked) article.msg').last().waitFor()
  const text = `an answer in ${newTopic()}`
  await composerOf(page).fill(text)
  await composerOf(page).press('Control+Enter')
  // The hidden view of the channel has the message too.
  await page.locator('.layer:not(.parked) article[data-id]', { hasText: text }).waitFor()
  const ben = await opens('ben', {}, topicHash('lunch'))
  await rowOf(ben, text).waitFor()
})

test('messages arrive at once although a proxy refuses WebSockets', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['before'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'before').waitFor()
  await page.addInitScript(() => {
    class RefusedSocket extends EventTarget {
      constructor() {
        super()
        setTimeout(() => this.dispatchEvent(new Event('close')))
      }
      close() {}
    }
    Object.assign(globalThis, { WebSocket: RefusedSocket })
  })
  await page.reload()
  await rowOf(page, 'before').waitFor()
  // With attempts to open a socket alone, the last of them would wait for more than a minute.
  for (let nth = 0; nth < 10; nth++) {
    await sends('ben', topic, [`number ${nth}`])
    await rowOf(page, `number ${nth}`).waitFor()
  }
})
