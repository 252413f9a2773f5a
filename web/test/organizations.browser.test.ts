import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { tap } from './fingers'
import { testWith } from './launch'
import { logsOwnerIn, newRealm, owners } from './new-realm'
import { openClient, takeFaults } from './person'

type Realm = Awaited<ReturnType<typeof newRealm>>

const WITH_WORKER = { serviceWorkers: 'allow' } as const
const ALONE = /^(?:A request to |Failed to load resource)/

/** The pages of these tests go to several organizations. All other faults count. */
const takeOtherFaults = () => takeFaults().filter((fault) => !ALONE.test(fault))

/** Opens the client of a new organization as its owner. */
async function opensOwn(options: Parameters<typeof openClient>[0] = {}): Promise<{ page: Page; realm: Realm }> {
  const realm = await newRealm()
  const page = await openClient(options, '', realm.realm_url)
  await logsOwnerIn(page, realm)
  return { page, realm }
}

const listIn = (page: Page): Promise<{ entries: { origin: string; name: string; secret?: string }[] } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('organizations') ?? 'null'))

/** Adds an organization on the page /organizations, as a user does. */
async function adds(page: Page, own: string, address: string): Promise<void> {
  await page.goto(`${own}/organizations`)
  await page.getByLabel('Address of an organization').fill(address)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('button', { name: 'Add this organization' }).click()
}

/** Lets the other organization show its counts here: the user logs in there, and agrees. */
async function shares(page: Page, { email, password }: Realm): Promise<void> {
  await page.getByRole('button', { name: 'Show unread counts' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Also list that organization here').waitFor()
  await page.getByRole('button', { name: 'Show them' }).click()
}

const tileOf = (page: Page, { realm_url }: Realm) => page.locator(`.organizations a[href="${realm_url}/"]`)

/** A member of the organization writes to the owner. */
async function receives(page: Page, realm: Realm, content: string): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(`${realm.realm_url}/login?another=true`)
  const { user_id } = await owners(other, realm, 'GET /users/me')
  const account = { email: `mia${Date.now()}@example.com`, password: 'mia-tandem-kiwi', full_name: 'Mia' }
  await owners(other, realm, 'POST /users', account)
  const { api_key } = await owners(other, realm, 'POST /fetch_api_key', {
    username: account.email,
    password: account.password,
  })
  const sender = { ...realm, email: account.email, api_key }
  expect(await owners(other, sender, 'POST /messages', { type: 'direct', to: `[${user_id}]`, content })).toMatchObject({
    result: 'success',
  })
  await other.close()
}

testWith('worker')(
  'two organizations stand side by side, with their counts, and a key goes from one to the other',
  async () => {
    const { page, realm: own } = await opensOwn(WITH_WORKER)
    const other = await newRealm()
    await page.clock.install()
    await adds(page, own.realm_url, other.realm_url)
    await page.locator('.items').getByText(new URL(other.realm_url).host, { exact: true }).waitFor()
    expect(await faultsOn(page)).toEqual([])
    await shares(page, other)
    await page.waitForURL(`${own.realm_url}/organizations`)
    await expect.poll(() => page.getByRole('button', { name: 'Show unread counts' }).isVisible()).toBe(false)
    await page.goto(`${own.realm_url}/`)
    const tile = tileOf(page, other)
    await tile.waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await receives(page, other, 'Hello')
    await page.clock.fastForward(60_000)
    await tile.getByText('1', { exact: true }).waitFor()
    await receives(page, other, 'Hello again')
    await page.clock.fastForward(60_000)
    await tile.getByText('2', { exact: true }).waitFor()
    expect(await faultsOn(page)).toEqual([])
    // The other organization lists this one, because its user agreed to that too.
    await page.keyboard.press('Alt+PageDown')
    await page.waitForURL(`${other.realm_url}/**`)
    await tileOf(page, own).waitFor()
    await page.keyboard.press('Alt+PageUp')
    await page.waitForURL(`${own.realm_url}/**`)
    // A log-out there ends the address there, and nothing here.
    const there = await page.context().newPage()
    await there.goto(`${other.realm_url}/login?another=true`)
    expect(await there.evaluate(async () => (await fetch('/json/logout', { method: 'POST' })).ok)).toBe(true)
    await there.close()
    await tile.waitFor()
    await page.clock.fastForward(60_000)
    await expect.poll(async () => (await listIn(page))?.entries[0]?.secret).toBe(undefined)
    await expect.poll(() => tile.getByText('2', { exact: true }).count()).toBe(0)
    await page.reload()
    await page.locator('.app:not(:has(.login-sheet))').waitFor()
    expect(takeOtherFaults()).toEqual([])
  },
)

test('nothing that another page hands over counts by itself', async () => {
  const { page, realm } = await opensOwn()
  const other = await newRealm()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.evaluate(() => (location.hash = '#settings/account'))
  await page.getByRole('link', { name: 'Organizations in this window' }).click()
  await page.getByText('The chat shows these organizations').waitFor()
  const add = new URLSearchParams({
    add: `https://evil.example ${other.realm_url} javascript:alert(1) ${realm.realm_url}`,
  })
  await page.goto(`${realm.realm_url}/organizations#${add}`)
  await page.getByRole('button', { name: 'evil.example' }).waitFor()
  await expect
    .poll(() => page.locator('[data-part=proposed] button').allTextContents())
    .toEqual(['evil.example', new URL(other.realm_url).host])
  expect(addresses.filter((url) => !url.startsWith(realm.realm_url))).toEqual([])
  expect(await listIn(page)).toBe(null)
  await page.getByRole('button', { name: new URL(other.realm_url).host }).click()
  await page.getByRole('button', { name: 'Add this organization' }).click()
  await expect.poll(async () => (await listIn(page))?.entries.length).toBe(1)
  const forged = new URLSearchParams({ counts: 'A'.repeat(43), from: other.realm_url, state: 'guessed' })
  await page.goto(`${realm.realm_url}/organizations#${forged}`)
  await page.getByText('These counts were not asked for, so they were ignored.').waitFor()
  expect((await listIn(page))?.entries).toEqual([{ origin: other.realm_url, name: expect.any(String) }])
  expect(page.url()).toBe(`${realm.realm_url}/organizations`)
  expect(takeOtherFaults()).toEqual([])
})

/** Another deployment, which notes the requests that it receives. */
async function startOther(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.setHeader('access-control-allow-origin', '*')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { origin: `http://localhost:${address.port}`, requests, stop: () => void server.close() }
}

test('a hostile server gets no credential, and what it answers is bounded and shown as text', async () => {
  const { page, realm } = await opensOwn()
  let body = ''
  const other = await startOther((_, response) => response.end(body))
  await page.context().addCookies([{ name: 'session_of_another', value: 'secret', url: other.origin }])
  const lookUp = async (answer: unknown) => {
    body = typeof answer === 'string' ? answer : JSON.stringify(answer)
    await page.goto(`${realm.realm_url}/organizations`)
    await page.getByLabel('Address of an organization').fill(other.origin)
    await page.getByRole('button', { name: 'Look up' }).click()
  }
  for (const hostile of [
    'no JSON',
    'null',
    [],
    { realm_name: 5 },
    { realm_name: ' \u202E\u0007 ' },
    { realm_name: 'Large', more: 'x'.repeat(100_000) },
  ]) {
    await lookUp(hostile)
    await page.getByText('No organization answered at this address.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Add this organization' }).isVisible()).toBe(false)
  }
  await lookUp({ realm_name: `<img src=x onerror=alert(1)>\u202E${'x'.repeat(500)}` })
  await page.getByRole('button', { name: 'Add this organization' }).click()
  const [entry] = (await listIn(page))?.entries ?? []
  expect(entry).toEqual({ origin: other.origin, name: `<img src=x onerror=alert(1)> ${'x'.repeat(31)}` })
  await expect.poll(() => page.locator('main img').count()).toBe(0)
  for (const { headers, method, url } of other.requests) {
    expect([method, url]).toEqual(['GET', '/api/v1/server_settings'])
    for (const name of ['cookie', 'authorization', 'referer']) expect([name, headers[name]]).toEqual([name, undefined])
  }
  other.stop()
  expect(takeOtherFaults()).toEqual([])
})

testWith('worker')('counts are read without a credential, and a hostile answer changes nothing', async () => {
  const { page, realm } = await opensOwn(WITH_WORKER)
  let body = JSON.stringify({ unread: 7, mentions: 1, name: '<b>Seven</b>' })
  const other = await startOther((_, response) => response.end(body))
  await page.context().addCookies([{ name: 'session_of_another', value: 'secret', url: other.origin }])
  const { user_id } = await owners(page, realm, 'GET /users/me')
  const entries = [{ origin: other.origin, name: 'Other', secret: 'A'.repeat(43) }]
  await page.evaluate((list) => localStorage.setItem('organizations', list), JSON.stringify({ user_id, entries }))
  await page.clock.install()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  const tile = page.locator(`.organizations a[href="${other.origin}/"]`)
  await tile.getByText('7', { exact: true }).waitFor()
  await expect.poll(() => tile.getAttribute('title')).toBe(`Other · ${new URL(other.origin).host}`)
  for (const hostile of [
    'x'.repeat(100_000),
    '[]',
    '{"unread":-1,"mentions":1,"name":"x"}',
    '{"unread":"8","mentions":1,"name":"x"}',
  ]) {
    body = hostile
    const before = other.requests.length
    // The page plans its next request when it has read an answer. So with the second one, it has read this answer.
    await expect
      .poll(async () => {
        await page.clock.fastForward(16 * 60_000)
        return other.requests.length
      })
      .toBeGreaterThan(before + 1)
    await expect.poll(() => tile.getByText('7', { exact: true }).isVisible()).toBe(true)
  }
  for (const { headers, method, url } of other.requests) {
    expect([method, url]).toEqual(['GET', `/api/v1/parley/counts/${'A'.repeat(43)}`])
    for (const name of ['cookie', 'authorization', 'referer', 'x-parley-session'])
      expect([name, headers[name]]).toEqual([name, undefined])
  }
  // The page itself may still connect to its own host only.
  const refused = page.waitForEvent('pageerror')
  await page.evaluate((url) => fetch(url).catch(() => {}), other.origin)
  expect((await refused).message).toContain('The policy of the page refused this: connect-src')
  other.stop()
  expect(takeOtherFaults().filter((fault) => !/connect-src|Content Security Policy/.test(fault))).toEqual([])
})

testWith('worker')('notifications name the organization while there are several', async () => {
  const { page, realm } = await opensOwn({ ...WITH_WORKER, permissions: ['notifications'] })
  const { user_id } = await owners(page, realm, 'GET /users/me')
  const notify = async (title: string) => {
    await page.evaluate(async (text) => {
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ kind: 'notify', notification: { title: text, body: '', navigate: '/', tag: text } })
    }, title)
    const titles = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const all = await navigator.locks.request('notifications', () => registration.getNotifications())
        return all.map((notification) => notification.title)
      })
    await expect.poll(async () => (await titles()).some((text) => text.startsWith(title))).toBe(true)
    return (await titles()).find((text) => text.startsWith(title))
  }
  expect(await notify('Alone')).toBe('Alone')
  const list = JSON.stringify({ user_id, entries: [{ origin: 'https://other.example.com', name: 'Other' }] })
  await page.evaluate((text) => localStorage.setItem('organizations', text), list)
  await page.reload()
  await page.locator('.organizations').waitFor()
  await expect.poll(() => page.evaluate(async () => (await caches.match('/organization-name'))?.text())).toBeTruthy()
  expect(await notify('Several')).toBe(`Several – ${await page.locator('.rail header .name').textContent()}`)
})

test('on a phone, the organizations are in the menu; the list of another user is not shown', async () => {
  const { page, realm } = await opensOwn({ viewport: { width: 390, height: 780 }, hasTouch: true })
  const { user_id } = await owners(page, realm, 'GET /users/me')
  const listOf = (id: number) =>
    JSON.stringify({ user_id: id, entries: [{ origin: 'https://other.example.com', name: 'Other' }] })
  const storeAndReload = async (text: string) => {
    await page.evaluate((list) => localStorage.setItem('organizations', list), text)
    await page.reload()
    await page.locator('.app').waitFor()
  }
  await storeAndReload(listOf(user_id))
  await page.locator('.organizations').waitFor({ state: 'attached' })
  await tap(page.getByRole('button', { name: 'Channels', exact: true }))
  const tile = page.locator('.organizations a[href="https://other.example.com/"]')
  await tile.waitFor()
  expect((await tile.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  expect(await faultsOn(page)).toEqual([])
  await storeAndReload(listOf(user_id + 1))
  await tap(page.getByRole('button', { name: 'Channels', exact: true }))
  await page.locator('.rail.open').waitFor()
  await expect.poll(() => page.locator('.organizations').count()).toBe(0)
})
