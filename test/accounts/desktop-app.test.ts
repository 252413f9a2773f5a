import { expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { succeeded, type Person } from '../support/person'
import { NAVIGATION, Visitor } from '../support/provider-login'
import { freshRealm, type TestRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { send } from '../support/request'
import { codeNow, withCodes } from '../support/second-factor'

const AGENT = 'ZulipElectron/5.12.4 Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'
const OTP = 'fedcba9876543210'.repeat(4)
const OWN = { ...NAVIGATION, 'sec-fetch-site': 'same-origin' }

/** What the app asks before it adds an organization. It needs an answer of success each time. */
async function addsOrganization(realm: TestRealm) {
  const request = (path: string, method: string) =>
    send(new Request(`${realm.url}${path}`, { method, headers: { 'user-agent': AGENT } }))
  expect((await request('/api/v1/server_settings', 'HEAD')).status).toBe(200)
  const settings = await (await request('/api/v1/server_settings', 'GET')).json<Record<string, string>>()
  const { realm_uri = '', realm_icon = '' } = settings
  // The app grants notifications only to a page whose origin is this text.
  expect(realm_uri).toBe(new URL(realm_uri).origin)
  expect(realm_icon).toMatch(/^(?:https?:\/\/|\/)/)
  expect(settings).toMatchObject({ realm_name: expect.any(String), zulip_feature_level: expect.any(Number) })
}

const PAGE = `/accounts/login/social/browser?desktop_flow_otp=${OTP}`
const SECOND_FACTOR = '/login/second-factor'

/** Enters the password, and the code if `code` gives one. Returns where the last form leads. */
async function submitsLogin(visitor: Visitor, { email, account }: Person, next: string, code?: () => Promise<string>) {
  const { headers } = await visitor.submit('/login', { username: email, password: account.password, next })
  if (code === undefined) return headers.get('location')
  expect(headers.get('location')).toBe(`${SECOND_FACTOR}?${new URLSearchParams({ next }).toString()}`)
  expect(await visitor.user()).toBeUndefined()
  const wrong = await visitor.submit(SECOND_FACTOR, { code: '000000', next })
  expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('role="alert"')])
  const admitted = await visitor.submit(SECOND_FACTOR, { code: await code(), next })
  return admitted.headers.get('location')
}

/** Logs in with the system's browser, and opens what the app decrypts from the clipboard. */
async function logsIn(app: Visitor, person: Person, code?: () => Promise<string>) {
  const start = await app.open(`/accounts/login/social/browser`)
  expect(await start.text()).toContain('decrypt_clipboard')
  const browser = new Visitor(person.realm_url)
  const page = (await submitsLogin(browser, person, PAGE, code)) ?? ''
  expect(page).toBe(PAGE)
  const html = await (await browser.open(page)).text()
  const bytes = Uint8Array.fromHex(/<code id="token">([0-9a-f]+)</.exec(html)![1]!)
  const key = await crypto.subtle.importKey('raw', Uint8Array.fromHex(OTP), 'AES-GCM', false, ['decrypt'])
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, key, bytes.slice(12))
  const opened = await app.open(`/accounts/login/subdomain/${new TextDecoder().decode(plain)}`, OWN)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/'])
}

test('the desktop app: add the organization, log in, start, read, send, sleep, wake, log out', async () => {
  const { realm, ada, dov, general } = await freshRealm()
  await preventAlarms(realm)
  await addsOrganization(realm)
  const app = new Visitor(realm.url, AGENT)
  await logsIn(app, dov)
  const page = app.asBrowser()
  const { queue_id, last_event_id } = succeeded(
    await page.post('/register', { slim_presence: true, apply_markdown: true }),
  )
  const events = async (last: number) =>
    succeeded(await page.get('/events', { queue_id, last_event_id: last, dont_block: true }))
  await ada.sends(general, 'lunch', 'Pizza?')
  const first = await events(last_event_id)
  expect(contentsIn(first.events)).toEqual(['<p>Pizza?</p>'])
  const { messages } = succeeded(await page.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }))
  succeeded(await page.post('/messages/flags', { messages: [messages.at(-1).id], op: 'add', flag: 'read' }))
  succeeded(
    await page.post('/messages', {
      type: 'stream',
      to: general.stream_id,
      topic: 'lunch',
      content: 'Yes',
      read_by_sender: true,
    }),
  )
  // The lid is closed for a night: the queue is gone, and the session is not.
  await advanceClock(realm, 10 * 3600)
  await doDueWork(realm)
  await ada.sends(general, 'lunch', 'At eight')
  expect(await page.get('/events', { queue_id, last_event_id, dont_block: true })).toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  })
  const again = succeeded(await page.post('/register', { slim_presence: true, apply_markdown: true }))
  expect(again.unread_msgs.count).toBe(1)
  // The menu of the app logs out.
  succeeded(await page.post('/logout'))
  expect(await app.user()).toBeUndefined()
  await logsIn(app, ada)
  expect(await app.user()).toMatchObject({ user_id: ada.id })
})

test('the desktop app logs in with a second factor, in the browser and on its own page', async () => {
  const { realm, dov } = await freshRealm()
  const { secret } = await withCodes(realm, dov)
  const [app, other] = [new Visitor(realm.url, AGENT), new Visitor(realm.url, AGENT)]
  await logsIn(app, dov, () => codeNow(realm, secret))
  expect(await submitsLogin(other, dov, '/', () => codeNow(realm, secret, 1))).toBe('/')
  for (const visitor of [app, other]) expect(await visitor.user()).toMatchObject({ user_id: dov.id })
})

test('the desktop app keeps organizations apart in one profile', async () => {
  const [first, second] = [await freshRealm(), await freshRealm()]
  const apps = [new Visitor(first.realm.url, AGENT), new Visitor(second.realm.url, AGENT)] as const
  await logsIn(apps[0], first.dov)
  await logsIn(apps[1], second.ben)
  expect([await apps[0].user(), await apps[1].user()]).toMatchObject([
    { user_id: first.dov.id },
    { user_id: second.ben.id },
  ])
  // A cookie of one organization opens no other.
  const stranger = new Visitor(second.realm.url, AGENT)
  for (const [name, value] of apps[0].cookies) stranger.cookies.set(name, value)
  expect(await stranger.user()).toBeUndefined()
})
