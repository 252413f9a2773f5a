import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal } from '../support/answers'
import { officialBouncer } from '../support/bouncer/realm-with-phones'
import { SealedPhone } from '../support/bouncer/sealed-phone'
import { advanceClock } from '../support/clock'
import { visit } from '../support/files'
import { PasskeyLogin, withPasskey } from '../support/passkeys'
import { succeeded, type Json, type Person } from '../support/person'
import { Phone, REGISTRATION } from '../support/phone'
import { Visitor } from '../support/provider-login'
import { freshRealm, type TestRealm } from '../support/realm'
import { contentsIn, eventsOfType } from '../support/received-events'
import { codeNow, withCodes } from '../support/second-factor'

const HOUR = 3600
const OTP = '0123456789abcdef'.repeat(4)
const BROWSER_PAGE = `/accounts/login/social/browser?mobile_flow_otp=${OTP}`

const passwordLogin = ({ email, account }: Person) => ({ username: email, password: account.password })

/** Adds the account with its password, and returns the app. */
async function appOf(realm: TestRealm, person: Person): Promise<Phone> {
  const { api_key, user_id } = succeeded(await realm.post('/fetch_api_key', passwordLogin(person)))
  return new Phone(realm.url, { ...person.account, api_key, user_id })
}

/** Presses the button of the page that the browser shows, and returns what the app then knows. */
async function confirms(visitor: Visitor, page: string): Promise<Json> {
  const html = await (await visitor.open(page)).text()
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? 'no token'
  const confirmed = await visitor.submit('/accounts/login/app', { token })
  const { otp_encrypted_api_key: hidden = '', ...facts } = Object.fromEntries(
    new URL(confirmed.headers.get('location') ?? 'none:').searchParams,
  )
  const bytes = Uint8Array.fromHex(hidden).map((byte, at) => byte ^ Uint8Array.fromHex(OTP)[at]!)
  return { ...facts, api_key: new TextDecoder().decode(bytes) }
}

async function expectLoggedIn(realm: TestRealm, { email, api_key }: Json, person: Person) {
  const authorization = `Basic ${btoa(`${email}:${api_key}`)}`
  const answer = await realm.request('/users/me', { headers: { authorization } })
  expect(await answer.json()).toMatchObject({ user_id: person.id })
}

test('the phone app: log in, start, read, send, sleep, be notified, wake, log out', async () => {
  const { realm, ada, dov, general } = await freshRealm()
  await preventAlarms(realm)
  const bouncer = officialBouncer()
  const { id: unread } = await ada.sends(general, 'lunch', '@**Dov** Pizza?')
  const phone = await appOf(realm, dov)
  // It starts.
  const queue = await phone.registers(REGISTRATION)
  expect(await queue.events()).toEqual([])
  expect((await visit(phone, new URL(queue.state.server_emoji_data_url).pathname)).status).toBe(200)
  const device = await new SealedPhone(phone, 'the token of the phone').registers()
  await doDueWork(realm)
  const [registered] = eventsOfType(await queue.events(), 'device').slice(-1)
  expect(registered).toMatchObject({ push_token_id: device.token_id, pending_push_token_id: null })
  // It reads and sends.
  const page = { anchor: 'first_unread', num_before: 100, num_after: 100, allow_empty_topic_name: true }
  const { messages } = succeeded(await phone.get('/messages', page))
  expect(messages.at(-1)).toMatchObject({ id: unread, content: expect.stringContaining('Pizza?') })
  succeeded(await phone.post('/messages/flags', { messages: [unread], op: 'add', flag: 'read' }))
  succeeded(await phone.pings({ status: 'active', new_user_input: true, ping_only: false }))
  await phone.sends(general, 'lunch', 'Yes!', { queue_id: queue.id, local_id: '1.01', read_by_sender: true })
  expect(eventsOfType(await queue.events(), 'message')[0]).toMatchObject({ local_message_id: '1.01' })
  // It sleeps, and is notified: the bouncer accepts all, and the app decodes what it receives.
  succeeded(await phone.pings({ status: 'idle', ping_only: true }))
  await advanceClock(realm, 11 * HOUR)
  await doDueWork(realm)
  bouncer.takeNotifications()
  const { id: night } = await ada.sends(general, 'lunch', '@**Dov** At eight?')
  const notified = async () => {
    await doDueWork(realm)
    return bouncer.takeNotifications().map((notification) => device.open(notification))
  }
  expect(await notified()).toMatchObject([{ type: 'message', message_id: night, content: '@Dov At eight?' }])
  // It wakes with the same queue.
  expect(contentsIn(await queue.events()).at(-1)).toContain('At eight?')
  succeeded(await phone.post('/messages/flags', { messages: [night], op: 'add', flag: 'read' }))
  expect(await notified()).toMatchObject([{ type: 'remove', message_ids: [night] }])
  // It logs out.
  succeeded(await phone.post('/remove_client_device', { device_id: device.device_id }))
  await ada.sends(general, 'lunch', '@**Dov** Still there?')
  expect(await notified()).toEqual([])
  expect(bouncer.refusals).toEqual([])
  expect(phone.requests.filter((request) => request === 'POST /register')).toHaveLength(1)
})

describe('the phone app logs in', () => {
  test('with a password, and shows why it is refused', async () => {
    const { realm, ada, dov } = await freshRealm()
    const login = (fields: Record<string, string>) => realm.post('/fetch_api_key', fields)
    expect(await login(passwordLogin(dov))).toMatchObject({ email: dov.email, user_id: dov.id })
    expect(await login({ username: dov.email, password: 'wrong' })).toEqual(
      refusal('Your username or password is incorrect', 'AUTHENTICATION_FAILED'),
    )
    await withCodes(realm, ada)
    expect(await login(passwordLogin(ada))).toEqual(
      refusal('This account has a second factor. Log in with the browser.', 'PARLEY_SECOND_FACTOR_REQUIRED'),
    )
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await login(passwordLogin(dov))).toMatchObject({ result: 'error', code: 'USER_DEACTIVATED' })
  })

  test('with the browser, and a second factor', async () => {
    const { realm, dov } = await freshRealm()
    const { secret } = await withCodes(realm, dov)
    const visitor = new Visitor(realm.url)
    const toLogin = await visitor.open(BROWSER_PAGE)
    expect(toLogin.headers.get('location')).toBe(`/login?${new URLSearchParams({ next: BROWSER_PAGE }).toString()}`)
    const submitted = await visitor.submit('/login', { ...passwordLogin(dov), next: BROWSER_PAGE })
    expect(submitted.headers.get('location')).toMatch(/^\/login\/second-factor\?/)
    const fields = { code: await codeNow(realm, secret), next: BROWSER_PAGE }
    const admitted = await visitor.submit('/login/second-factor', fields)
    expect(admitted.headers.get('location')).toBe(BROWSER_PAGE)
    await expectLoggedIn(realm, await confirms(visitor, BROWSER_PAGE), dov)
  })

  test('with the browser, and a passkey', async () => {
    const { realm, dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const login = new PasskeyLogin(realm.url)
    succeeded(await login.logsIn(device))
    const visitor = new Visitor(realm.url)
    for (const [name, value] of login.cookies) visitor.cookies.set(name, value)
    await expectLoggedIn(realm, await confirms(visitor, BROWSER_PAGE), dov)
  })

  test('with another account than that of the browser', async () => {
    const { realm, ben, dov } = await freshRealm()
    const visitor = new Visitor(realm.url)
    await visitor.submit('/login', passwordLogin(dov))
    for (const page of [BROWSER_PAGE, BROWSER_PAGE.replace('mobile', 'desktop')]) {
      const html = await (await visitor.open(page)).text()
      expect(html).toContain(dov.email)
      const [, link = ''] = /href="(\/login\?another=[^"]+)"/.exec(html) ?? []
      const form = await visitor.open(link.replaceAll('&amp;', '&'))
      expect([form.status, (await form.text()).includes('name="password"')]).toEqual([200, true])
    }
    await visitor.submit('/login', { ...passwordLogin(ben), next: BROWSER_PAGE })
    await expectLoggedIn(realm, await confirms(visitor, BROWSER_PAGE), ben)
  })

  test('with several accounts, each with its own key and device', async () => {
    const { realm, ben, dov } = await freshRealm()
    const [first, second] = [await appOf(realm, dov), await appOf(realm, ben)]
    const devices = [
      succeeded(await first.post('/register_client_device')),
      succeeded(await second.post('/register_client_device')),
    ].map(({ device_id }) => device_id)
    expect(await first.post('/remove_client_device', { device_id: devices[1] })).toEqual(refusal('Invalid `device_id`'))
    succeeded(await first.post('/remove_client_device', { device_id: devices[0] }))
    expect(await second.get('/users/me')).toMatchObject({ user_id: ben.id })
  })
})
