import { expect, test } from 'vitest'
import { asks, logIn, newPersonAlone, openClient, opens, userId } from './person'
import { passOn } from './launch'

type Bridge = {
  events: unknown[][]
  listeners: Record<string, () => void>
  notifications: { title: string; options: NotificationOptions; dispatch: (type: string) => boolean; isOpen: boolean }[]
}

/** Runs in the page: the bridge of the official desktop app, as its document describes it. It throws where the app would. */
function addBridge(): void {
  const kept: Bridge = { events: [], listeners: {}, notifications: [] }
  const types: Record<string, string> = { total_unread_count: 'number', realm_name: 'string', realm_icon_url: 'string' }
  const menu = ['logout', 'show-keyboard-shortcuts', 'show-notification-settings']
  const bridge = {
    send_event(name: string, ...args: unknown[]): boolean {
      if (args.length !== 1 || typeof args[0] !== types[name]) throw new Error(`A wrong event: ${name}`)
      kept.events.push([name, ...args])
      return true
    },
    on_event(name: string, listener: () => void): void {
      if (!menu.includes(name)) throw new Error(`An unknown event: ${name}`)
      kept.listeners[name] = listener
    },
    new_notification(title: string, options: NotificationOptions, dispatch: (type: string) => boolean): object {
      // The bridge copies what it is given.
      const notification = { title, options: structuredClone(options), dispatch, isOpen: true }
      kept.notifications.push(notification)
      return { ...notification.options, title, close: () => (notification.isOpen = false) }
    },
    get_idle_on_system: () => false,
    get_last_active_on_system: () => Date.now(),
    get_send_notification_reply_message_supported: () => false,
    set_send_notification_reply_message_supported: () => {},
  }
  Object.assign(globalThis, { electron_bridge: Object.freeze(bridge), kept })
  // The window of the app is behind another one.
  document.hasFocus = () => false
}

test('the official desktop app shows notifications, opens views by its menu, and knows the organization', async () => {
  const { name } = await newPersonAlone()
  const page = await opens(name)
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /desktop/.test(name))),
  ).toBe(false)
  await page.addInitScript(addBridge)
  await page.reload()
  const sent = (kind: string) =>
    page.evaluate(
      (event) => Reflect.get(globalThis, 'kept').events.findLast((sent: string[]) => sent[0] === event),
      kind,
    )
  await expect.poll(() => sent('realm_name')).toEqual(['realm_name', expect.stringMatching(/./)])
  // Without a scheme, the app puts the origin of the page before it.
  expect(await sent('realm_icon_url')).toEqual(['realm_icon_url', expect.stringMatching(/^(?:https?:|\/)/)])

  const { id } = await asks('ben', 'POST /messages', {
    type: 'direct',
    to: [userId(name)],
    content: 'Behind the window',
  })
  const notifications = () =>
    page.evaluate(() =>
      Reflect.get(globalThis, 'kept').notifications.map(
        ({ title, options: { body }, isOpen }: Bridge['notifications'][number]) => [title, body, isOpen],
      ),
    )
  await expect.poll(notifications).toEqual([[expect.stringMatching(/^Ben/), 'Behind the window', true]])
  // The app reads the number at the very start of the title.
  const unread = (await page.title()).match(/^\((\d+)\) /)?.[1]
  expect(Number(unread)).toBeGreaterThan(0)
  await expect.poll(() => sent('total_unread_count')).toEqual(['total_unread_count', Number(unread)])

  await page.evaluate(() => Reflect.get(globalThis, 'kept').notifications[0].dispatch('click', {}))
  await expect.poll(() => page.evaluate(() => location.hash)).toContain(`/near/${id}`)
  await asks(name, 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await expect.poll(async () => (await notifications())[0]?.[2]).toBe(false)

  const chooses = (item: string) => page.evaluate((event) => Reflect.get(globalThis, 'kept').listeners[event](), item)
  await chooses('show-keyboard-shortcuts')
  await page.getByRole('dialog').waitFor()
  await chooses('show-notification-settings')
  // The app has no push service, so nothing offers one.
  const section = page.locator('section[aria-label="In this browser"]')
  await section.getByText('The desktop app notifies you while it runs.').waitFor()
  await expect.poll(() => section.getByRole('button').count()).toBe(0)
  await expect.poll(() => page.locator('.notices').getByText('This browser can notify you').count()).toBe(0)
  await chooses('logout')
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Email address').waitFor()
  // The app has no messages for the login of a page: the page shows what is wrong.
  await logIn(page, name, 'not-the-password')
  await page.getByRole('alert').getByText('Your username or password is incorrect').waitFor()
  await logIn(page, name)
})

/** Runs in the page: notes the notifications of the page, and shows none. */
function noteNotifications(): void {
  const noted: { title: string; isOpen: boolean; click: () => void }[] = []
  class Noted extends EventTarget {
    static readonly permission = 'granted'
    readonly data: unknown
    readonly #own: (typeof noted)[number]
    constructor(title: string, { data }: NotificationOptions) {
      super()
      this.data = data
      this.#own = { title, isOpen: true, click: () => this.dispatchEvent(new Event('click')) }
      noted.push(this.#own)
    }
    close(): void {
      this.#own.isOpen = false
      this.dispatchEvent(new Event('close'))
    }
  }
  Object.assign(globalThis, { Notification: Noted, noted })
  document.hasFocus = () => false
}

test('without a service worker, the page shows notifications itself', async () => {
  const { name } = await newPersonAlone()
  const page = await opens(name)
  await page.addInitScript(noteNotifications)
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
  const { id } = await asks('ben', 'POST /messages', { type: 'direct', to: [userId(name)], content: 'No worker' })
  const notifications = () =>
    page.evaluate(() =>
      Reflect.get(globalThis, 'noted').map(({ title, isOpen }: { title: string; isOpen: boolean }) => [title, isOpen]),
    )
  await expect.poll(notifications).toEqual([[expect.stringMatching(/^Ben/), true]])
  await asks(name, 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await expect.poll(notifications).toEqual([[expect.stringMatching(/^Ben/), false]])
  await page.evaluate(() => Reflect.get(globalThis, 'noted')[0].click())
  await expect.poll(() => page.evaluate(() => location.hash)).toContain(`/near/${id}`)
})

test('administrators learn until when phones get notifications, and the settings say what is needed', async () => {
  const page = await openClient()
  await page.route('**/json/register', async (route) => {
    const response = await passOn(route)
    if (!response.ok()) return route.fulfill({ response })
    const ends = {
      realm_push_notifications_enabled: true,
      realm_push_notifications_enabled_end_timestamp: 1_900_000_000,
    }
    await route.fulfill({ response, json: { ...(await response.json()), ...ends } })
  })
  await logIn(page, 'ada')
  await page
    .locator('.notices')
    .getByText(/^Phones get notifications until/)
    .waitFor()
  await page.locator('.notices').getByRole('button', { name: 'Settings' }).click()
  const section = page.locator('section[aria-label="On phones and computers"]')
  await section.getByText('2030').waitFor()
  await section.getByRole('link', { name: 'Plans of the push service' }).waitFor()
  const opened = page.context().waitForEvent('page')
  await section.getByRole('link', { name: 'What works in which app' }).click()
  await (await opened).getByRole('heading', { name: 'Add the organization' }).waitFor()
})

test('administrators learn that phones get no notifications any more', async () => {
  const page = await openClient()
  await page.evaluate(() => localStorage.setItem('parley-push-plan', 'null'))
  await logIn(page, 'ada')
  await page.locator('.notices').getByText('Phones get no notifications at present.').waitFor()
  await page.evaluate(() => (location.hash = '#settings/notifications'))
  await page.getByText(/a plan for more than ten people/).waitFor()
})
