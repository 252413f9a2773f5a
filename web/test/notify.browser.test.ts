import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testWith } from './launch'
import { asks, newTopic, openClient, opens, sends, userId } from './person'
import { startPushService } from './push-service'

const NOTIFIED: BrowserContextOptions = { serviceWorkers: 'allow', permissions: ['notifications'] }

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.stop())

type Visible = { title: string; body: string; tag: string }

/** Returns the notifications that this browser shows. The lock is that of the client: see `visibleNotifications`. */
const shownIn = (page: Page): Promise<Visible[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await navigator.locks.request('notifications', () => registration.getNotifications())
    return all.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Holds the lock of the notifications. Returns who waits for it, and releases it. */
async function holdsNotifications(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((begin) => {
        void navigator.locks.request('notifications', async () => {
          begin()
          await new Promise<void>((release) => {
            Object.assign(globalThis, { release })
          })
        })
      }),
  )
  const waiting = () =>
    page.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query()
      return new Set(pending.filter(({ name }) => name === 'notifications').map(({ clientId }) => clientId)).size
    })
  return { waiting, release: () => page.evaluate(() => Reflect.get(globalThis, 'release')()) }
}

/** Waits until the service worker runs, and controls the page. */
const isControlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
      })
  })

/** Keeps notifications open. Chromium closes each after eight seconds, and a slow test would not find it. */
const withLastingNotifications = (page: Page) =>
  page.context().serviceWorkers()[0]!.evaluate(`{
    const show = registration.showNotification.bind(registration)
    registration.showNotification = (title, options) => show(title, { ...options, requireInteraction: true })
  }`)

/** Delivers a push message, as the push service of the browser does. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted)
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin: inject('server').url, registrationId, data })
  await session.detach()
}

/** The browsers of the tests have no push service, so the page gets a registration of the test. */
async function withPushService(page: Page) {
  const browser = service.newBrowser()
  await page.evaluate((json) => {
    const subscription = { ...json, toJSON: () => json, unsubscribe: () => Promise.resolve(true) }
    Object.assign(PushManager.prototype, {
      subscribe: () => Promise.resolve(subscription),
      getSubscription: () => Promise.resolve(subscription),
    })
  }, browser.subscription)
  return browser
}

let people = 0

/** Opens the client as a new user of their own, whom no other test writes to. */
async function opensAsNew(options: BrowserContextOptions, hash: string) {
  const name = `Nora ${++people}`
  const [email, password] = [`nora${people}-${inject('server').url.slice(-4)}@parley.example`, 'nora-tandem-kiwi']
  const body = new URLSearchParams({ email, password, full_name: name })
  const response = await fetch(`${inject('server').url}/api/v1/dev_create_user`, { method: 'POST', body })
  const { user_id, api_key } = await response.json()
  await asks('ada', 'POST /users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [user_id] })
  const page = await openClient(options, hash)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('.app').waitFor()
  const writesTo = (content: string): Promise<{ id: number }> =>
    asks('ben', 'POST /messages', { type: 'direct', to: [user_id], content })
  /** Marks messages as read with another client. */
  const reads = async (messages: number[]) => {
    const fields = new URLSearchParams({ messages: JSON.stringify(messages), op: 'add', flag: 'read' })
    const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
    const request = { method: 'POST', headers, body: fields }
    return (await fetch(`${inject('server').url}/api/v1/messages/flags`, request)).status
  }
  return { page, name, user_id, writesTo, reads }
}

/** A page of the server that is not the client. */
const closeClient = (page: Page) => page.goto(`${inject('server').url}/api`)

test('55. the permission is not asked for at the start', async () => {
  const page = await opens('cleo', { serviceWorkers: 'allow' })
  await isControlled(page)
  expect(await page.evaluate(() => Notification.permission)).not.toBe('granted')
  await page.goto(`${inject('server').url}/#settings/notifications`)
  await page.locator('section[aria-label="In this browser"]').waitFor()
})

test('55. notifications are offered after the first message that needs one was read, by a button', async () => {
  const { page, writesTo, reads } = await opensAsNew({ serviceWorkers: 'allow' }, '#inbox')
  await isControlled(page)
  // The browsers of the tests refuse without a question.
  await page.evaluate(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }) && undefined)
  const { id } = await writesTo('the first one for you')
  await page.locator('.conv', { hasText: 'the first one for you' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(0)
  expect(await reads([id])).toBe(200)
  await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
})

testWith('worker')('53. and 54. a push notifies while the client is closed, and reading closes it', async () => {
  const { page, writesTo, reads } = await opensAsNew(NOTIFIED, '#settings/notifications')
  await isControlled(page)
  await withLastingNotifications(page)
  const browser = await withPushService(page)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser notifies you').waitFor()
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await deliver(page, await browser.next())
  await expect.poll(() => shownIn(page)).toMatchObject([{ body: 'Notifications work in this browser.', tag: 'test' }])

  await closeClient(page)
  await page.evaluate(async () => {
    for (const notification of await (await navigator.serviceWorker.ready).getNotifications()) notification.close()
  })
  const messages = [await writesTo('First'), await writesTo('Second')]
  for (const _ of messages) await deliver(page, await browser.next())
  const tag = `direct:${userId('ben')}`
  await expect.poll(() => shownIn(page)).toMatchObject([{ body: 'Second', tag }])

  // The next start closes what was read elsewhere.
  const ids = messages.map(({ id }) => id)
  expect(await reads(ids)).toBe(200)
  await page.goto(`${inject('server').url}/#inbox`)
  await expect.poll(() => shownIn(page)).toEqual([])

  // A running client does so at once.
  await closeClient(page)
  const third = await writesTo('Third')
  await deliver(page, await browser.next())
  await expect.poll(() => shownIn(page)).toMatchObject([{ body: 'Third' }])
  const client = await page.context().newPage()
  await client.goto(`${inject('server').url}/#inbox`)
  await client.locator('.app').waitFor()
  expect(await reads([third.id])).toBe(200)
  await expect.poll(() => shownIn(page)).toEqual([])
})

testWith('worker')('53. a message has one notification, and opening it shows the message', async () => {
  const { page, user_id, writesTo } = await opensAsNew(NOTIFIED, '#settings/notifications')
  await isControlled(page)
  await withLastingNotifications(page)
  const browser = await withPushService(page)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser notifies you').waitFor()
  await closeClient(page)
  const { id } = await writesTo('Lunch?')
  const text = await browser.next()
  await deliver(page, text)
  await expect.poll(() => shownIn(page)).toMatchObject([{ body: 'Lunch?' }])
  // The realm repeats a push if it stopped before it noted the answer.
  const repeated = JSON.parse(text)
  repeated.notification.body = 'repeated'
  await deliver(page, JSON.stringify(repeated))
  await deliver(page, JSON.stringify({ notification: { title: 'x', body: 'later', tag: 'later', navigate: '/' } }))
  await expect.poll(async () => (await shownIn(page)).map(({ body }) => body).sort()).toEqual(['Lunch?', 'later'])

  const client = await page.context().newPage()
  await client.goto(`${inject('server').url}/#inbox`)
  await client.locator('.app').waitFor()
  await isControlled(client)
  /** Clicks the notification of the direct conversation, or one of its buttons. */
  const clicks = (action = '') =>
    page.context().serviceWorkers()[0]!.evaluate(`registration.getNotifications().then((all) => {
      const notification = all.find(({ tag }) => tag.startsWith('direct:'))
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: '${action}' }))
    })`)
  await clicks()
  await expect.poll(() => client.evaluate(() => location.hash)).toContain(`/near/${id}`)
  await client.close()

  // A tab that still loads its scripts does not listen yet.
  await deliver(page, text)
  await expect.poll(async () => (await shownIn(page)).map(({ body }) => body)).toContain('Lunch?')
  const loading = await page.context().newPage()
  await loading.addInitScript(() => Object.assign(navigator.serviceWorker, { addEventListener: () => undefined }))
  await loading.goto(`${inject('server').url}/#inbox`)
  await loading.locator('.app').waitFor()
  await isControlled(loading)
  await clicks()
  await expect.poll(() => loading.evaluate(() => location.hash)).toContain(`/near/${id}`)
  await loading.close()

  // Without a window, a call is declined.
  const { call } = await asks('ben', 'POST /parley/calls', { type: 'direct', to: [user_id] })
  await deliver(page, await browser.next())
  await expect.poll(async () => (await shownIn(page)).map(({ tag }) => tag)).toContain(`direct:${userId('ben')}`)
  await clicks('decline')
  const running = async () => (await asks('ben', 'GET /parley/calls')).calls.map((each: { id: number }) => each.id)
  await expect.poll(running).not.toContain(call.id)

  // Answering opens the call in a window.
  await asks('ben', 'POST /parley/calls', { type: 'direct', to: [user_id] })
  while (!(await shownIn(page)).some(({ body }) => body === 'Calls you.')) await deliver(page, await browser.next())
  const answering = await page.context().newPage()
  await answering.goto(`${inject('server').url}/#inbox`)
  await answering.locator('.app').waitFor()
  await isControlled(answering)
  await clicks('answer')
  await answering.locator('.stage .seat').waitFor()
})

testWith('worker')(
  'an open client notifies once, whatever the number of tabs, unless the user looks at one',
  async () => {
    const topic = newTopic()
    const { page, name } = await opensAsNew(NOTIFIED, '#inbox')
    await isControlled(page)
    await withLastingNotifications(page)
    const second = await page.context().newPage()
    await second.goto(`${inject('server').url}/#inbox`)
    await second.locator('.app').waitFor()
    // A page that is not the client.
    const front = await page.context().newPage()
    await front.goto(`${inject('server').url}/api`)
    await front.bringToFront()
    const worker = page.context().serviceWorkers()[0]!
    await worker.evaluate(`{
    self.count = 0
    const show = registration.showNotification.bind(registration)
    registration.showNotification = (...args) => (self.count++, show(...args))
  }`)
    // The tests' browser counts each tab as the one that the user looks at: there, no notification is necessary.
    await sends('ben', topic, [`@**${name}** Are you there?`])
    await second.locator('.conv', { hasText: 'Are you there?' }).waitFor()
    expect(await shownIn(front)).toEqual([])
    await worker.evaluate(`{
    const all = clients.matchAll.bind(clients)
    const withoutFocus = (client) => ({ url: client.url, focused: false, postMessage: (data) => client.postMessage(data), focus: () => client.focus() })
    clients.matchAll = async (options) => (await all(options)).map(withoutFocus)
  }`)
    // Chromium forgets a notification that begins while another script lists them. So the worker and the two tabs take turns.
    const { waiting, release } = await holdsNotifications(front)
    const [id] = await sends('ben', topic, [`@**${name}** Lunch?`])
    await expect.poll(waiting).toBe(3)
    await release()
    await expect
      .poll(() => shownIn(front))
      .toMatchObject([{ title: `#general > ${topic}`, body: `Ben Lindqvist: @${name} Lunch?` }])
    const declared = {
      title: 'x',
      body: 'the same message',
      navigate: '/',
      tag: `topic:1/${topic}`,
      data: { message_id: id },
    }
    await deliver(front, JSON.stringify({ web_push: 8030, notification: declared }))
    await sends('ben', topic, [`@**${name}** Or not?`])
    await expect.poll(() => shownIn(front)).toMatchObject([{ body: `Ben Lindqvist: @${name} Or not?` }])
    await expect.poll(() => worker.evaluate('self.count')).toBe(2)
  },
)

testWith('worker')('a new address of the browser is registered for the session that turned push on', async () => {
  const { page } = await opensAsNew(NOTIFIED, '#settings/notifications')
  await isControlled(page)
  const { subscription } = await withPushService(page)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser notifies you').waitFor()
  const session = await page.evaluate(() => /session_number_\d+=(\d+)/.exec(document.cookie)![1])
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(`{
    self.fetch = (_, { headers }) => ((self.sentHeaders = headers), Promise.resolve(new Response('')))
    const json = ${JSON.stringify(subscription)}
    const event = new ExtendableEvent('pushsubscriptionchange')
    self.dispatchEvent(Object.assign(event, { newSubscription: { toJSON: () => json } }))
  }`)
  await expect.poll(() => worker.evaluate('self.sentHeaders')).toEqual({ 'x-parley-session': session })
})
