import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { emailTo, linkIn, sentEmails, openPage, submitPage } from '../support/mail'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { stopClock } from '../support/clock'
import { selectRows, executeSql } from '../support/tables'

const NOW = 1_900_000_000
const GWEN_ACCOUNT = { full_name: 'Gwen', password: 'battery staple' }
const GWEN = 'gwen@example.com'
const SENT = 'Check your email'

const login = (realm: TestRealm, username: string, password: string) =>
  realm.post('/fetch_api_key', { username, password })

describe('POST /register', () => {
  const register = (realm: TestRealm, email: string, address?: string) =>
    submitPage(`${realm.url}/register/`, { email }, address)

  async function openRealm() {
    const cast = await freshRealm()
    succeeded(await cast.ada.patch('/realm', { invite_required: false }))
    return cast
  }

  test('a visitor of an open organization signs up with a link that is sent by email', async () => {
    const { realm, ada, dov, general } = await openRealm()
    succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
    const form = await openPage(`${realm.url}/register/`)
    expect(form).toMatchObject({ status: 200, html: expect.stringContaining('name="email"') })
    expect((await register(realm, ` ${GWEN} `)).html).toContain(SENT)
    const link = linkIn(await emailTo(realm, GWEN))
    expect((await openPage(link)).html).toContain('name="password"')
    const received = await receivedBy([ada, dov], () => submitPage(link, GWEN_ACCOUNT))
    for (const { able } of received) expect(able.map(({ type }) => type)).toContain('realm_user')
    const { api_key, user_id } = succeeded(await login(realm, GWEN, GWEN_ACCOUNT.password))
    expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/)
    const { user } = succeeded(await ada.get(`/users/${user_id}`))
    expect(user).toMatchObject({ role: 400, full_name: 'Gwen', is_bot: false })
    const { subscribers } = succeeded(await ada.get(`/streams/${general.stream_id}/members`))
    expect(subscribers).toContain(user_id)
    expect((await submitPage(link, GWEN_ACCOUNT)).status).toBe(404)
  })

  test('a visitor who needs an invitation sees this, and no email is sent', async () => {
    const { realm } = await freshRealm()
    for (const page of [await openPage(`${realm.url}/register/`), await register(realm, GWEN)])
      expect(page).toMatchObject({ status: 403, html: expect.stringContaining('You need an invitation') })
    expect(await sentEmails(realm)).toEqual([])
  })

  test('only the email says that an address has an account', async () => {
    const { realm, dov } = await openRealm()
    const pages = [await register(realm, dov.email), await register(realm, 'zoe@example.com')]
    expect(pages[0]!.html.replaceAll(dov.email, 'zoe@example.com')).toBe(pages[1]!.html)
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    const email = await emailTo(realm, dov.email)
    expect(email.text).toContain('the address already has one')
    expect(linkIn(email)).toBe('no link')
  })

  test('a link works for a day, and only while the organization is open', async () => {
    const { realm, ada } = await openRealm()
    await stopClock(realm, NOW)
    await register(realm, GWEN)
    const link = linkIn(await emailTo(realm, GWEN))
    succeeded(await ada.patch('/realm', { invite_required: true }))
    expect((await submitPage(link, GWEN_ACCOUNT)).status).toBe(403)
    succeeded(await ada.patch('/realm', { invite_required: false }))
    await stopClock(realm, NOW + 86_400)
    expect((await submitPage(link, GWEN_ACCOUNT)).status).toBe(404)
    await register(realm, 'hal@example.com')
    const other = linkIn(await emailTo(realm, 'hal@example.com'))
    succeeded(await ada.post('/realm/deactivate'))
    expect(await submitPage(other, GWEN_ACCOUNT)).toMatchObject({
      status: 403,
      html: expect.stringContaining('deactivated'),
    })
  })

  test('a link does not work for an address that the organization excludes meanwhile', async () => {
    const { realm, ada } = await openRealm()
    await register(realm, GWEN)
    const link = linkIn(await emailTo(realm, GWEN))
    succeeded(await ada.post('/realm/domains', { domain: 'elsewhere.example', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect((await submitPage(link, GWEN_ACCOUNT)).status).toBe(400)
    expect(await login(realm, GWEN, GWEN_ACCOUNT.password)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  })

  test('a visitor cannot sign up if passwords are disabled', async () => {
    const { realm, ada } = await openRealm()
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: false } }))
    expect((await register(realm, GWEN)).status).toBe(403)
  })

  test('the page refuses an invalid or excluded address', async () => {
    const { realm, ada } = await openRealm()
    const BAD: [email: string, msg: string][] = [
      ['x', "Invalid email 'x'"],
      ['a@b\r\nBcc: c@example.com', 'Invalid email'],
      ['x@mailinator.com', 'Disposable email addresses are not allowed'],
      ['<script>alert(1)</script>@example.com', 'Invalid email'],
    ]
    for (const [email, msg] of BAD) {
      const page = await register(realm, email)
      expect(page.status, email).toBe(400)
      expect(page.html.replaceAll('&#39;', "'")).toContain(msg)
      expect(page.html).not.toContain('<script')
    }
    expect(await sentEmails(realm)).toEqual([])
    succeeded(await ada.post('/realm/domains', { domain: 'example.org', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect((await register(realm, GWEN)).status).toBe(400)
  })

  test('the emails for one network address and to one email address are limited', async () => {
    const { realm } = await openRealm()
    await stopClock(realm, NOW)
    for (let index = 0; index < 5; index++)
      expect((await register(realm, `x${index}@example.com`, '192.0.2.1')).status).toBe(200)
    expect((await register(realm, 'y@example.com', '192.0.2.1')).status).toBe(429)
    for (let index = 0; index < 2; index++)
      expect((await register(realm, GWEN, `192.0.2.${index + 2}`)).status).toBe(200)
    expect((await register(realm, GWEN.toUpperCase(), '192.0.2.4')).status).toBe(429)
    expect(await sentEmails(realm)).toHaveLength(7)
    await stopClock(realm, NOW + 3601)
    expect((await register(realm, GWEN, '192.0.2.4')).status).toBe(200)
    expect((await register(realm, 'y@example.com', '192.0.2.1')).status).toBe(429)
  })
})

describe('POST /realm/test_welcome_bot_custom_message', () => {
  test('an administrator gets the welcome message of a new user', async () => {
    const { ada, ben, cleo } = await freshRealm()
    const params = { welcome_message_custom_text: 'Mind the **cat**.' }
    const { message_id } = succeeded(await ben.post('/realm/test_welcome_bot_custom_message', params))
    const { message } = succeeded(await ben.get(`/messages/${message_id}`))
    expect(message).toMatchObject({ content: '<p>Mind the <strong>cat</strong>.</p>', sender_full_name: 'Welcome Bot' })
    await changesNothing([ada, ben], async () => {
      expect(await cleo.post('/realm/test_welcome_bot_custom_message', params)).toEqual(
        refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
      )
      const long = { welcome_message_custom_text: 'x'.repeat(8001) }
      expect(await ben.post('/realm/test_welcome_bot_custom_message', long)).toEqual(
        refusal('welcome_message_custom_text is too long (limit: 8000 characters)'),
      )
    })
  })
})

describe('PATCH /settings, email', () => {
  const NEW = 'dov@example.org'

  test('the address changes when the user opens the link that was sent to the new one', async () => {
    const { realm, ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => expect(await dov.patch('/settings', { email: NEW })).toEqual(SUCCESS))
    const link = linkIn(await emailTo(realm, NEW))
    expect(await openPage(link)).toMatchObject({ status: 200, html: expect.stringContaining(NEW) })
    const [received] = await receivedBy([ada], () => submitPage(link))
    expect(received!.plain).toContainEqual({
      type: 'realm_user',
      op: 'update',
      person: { user_id: dov.id, delivery_email: NEW },
    })
    expect(succeeded(await login(realm, NEW, dov.account.password)).user_id).toBe(dov.id)
    expect((await emailTo(realm, dov.email)).text).toContain(NEW)
    for (const page of [await openPage(link), await submitPage(link)]) expect(page.status).toBe(404)
  })

  test('only the link of the last request works, for a day', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    succeeded(await dov.patch('/settings', { email: 'first@example.org' }))
    const first = linkIn(await emailTo(realm, 'first@example.org'))
    succeeded(await dov.patch('/settings', { email: NEW }))
    expect((await submitPage(first)).status).toBe(404)
    const link = linkIn(await emailTo(realm, NEW))
    await stopClock(realm, NOW + 86_400)
    expect((await submitPage(link)).status).toBe(404)
  })

  test('only the email says that another account has the address', async () => {
    const { realm, cleo, dov } = await freshRealm()
    expect(await dov.patch('/settings', { email: cleo.email.toUpperCase() })).toEqual(SUCCESS)
    const email = await emailTo(realm, cleo.email.toUpperCase())
    expect(linkIn(email)).toBe('no link')
    succeeded(await dov.patch('/settings', { email: NEW }))
    const link = linkIn(await emailTo(realm, NEW))
    await realm.newPerson('gwen', { email: NEW })
    expect((await submitPage(link)).status).toBe(404)
  })

  test('a link does not work while the organization forbids the change', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await dov.patch('/settings', { email: NEW }))
    const link = linkIn(await emailTo(realm, NEW))
    succeeded(await ada.patch('/realm', { email_changes_disabled: true }))
    for (const page of [await openPage(link), await submitPage(link)]) expect(page.status).toBe(404)
    succeeded(await ada.patch('/realm', { email_changes_disabled: false }))
    succeeded(await ada.post('/realm/domains', { domain: 'elsewhere.example', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect((await submitPage(link)).status).toBe(404)
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: false }))
    expect((await submitPage(link)).status).toBe(200)
  })

  test('a link does not work for a deactivated user', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await dov.patch('/settings', { email: NEW }))
    const link = linkIn(await emailTo(realm, NEW))
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const page of [await openPage(link), await submitPage(link)]) expect(page.status).toBe(404)
  })

  test('an invalid or excluded address is refused, and the current one changes nothing', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      expect(await dov.patch('/settings', { email: 'x' })).toEqual(refusal("Invalid email 'x'"))
      expect(await dov.patch('/settings', { email: 'x@mailinator.com' })).toEqual(
        refusal('Disposable email addresses are not allowed in this organization'),
      )
      for (const email of ['', ` ${dov.email} `]) expect(await dov.patch('/settings', { email })).toEqual(SUCCESS)
    })
    succeeded(await ada.patch('/realm', { email_changes_disabled: true }))
    expect(await dov.patch('/settings', { email: NEW })).toEqual(
      refusal('Email address changes are disabled in this organization.'),
    )
    expect(await sentEmails(realm)).toEqual([])
    succeeded(await ben.patch('/settings', { email: NEW }))
    for (const request of ['2', '3'])
      expect((await ben.patch('/settings', { email: NEW })).code).toBe(request === '2' ? undefined : 'RATE_LIMIT_HIT')
  })
})

describe('POST /accounts/password/reset', () => {
  const requestReset = (realm: TestRealm, email: string, address?: string) =>
    submitPage(`${realm.url}/accounts/password/reset/`, { email }, address)

  test('a user who forgot the password chooses a new one, and every client must log in again', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const queue = await dov.registers()
    expect((await openPage(`${realm.url}/accounts/password/reset/`)).html).toContain('name="email"')
    const page = await requestReset(realm, dov.email.toUpperCase())
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining(SENT) })
    // To the address of the account, and not to the one in the request.
    const link = linkIn(await emailTo(realm, dov.email))
    expect((await openPage(link)).html).toContain('name="password"')
    expect((await submitPage(link, { password: 'short' })).html).toContain('New password is too weak!')
    succeeded(await login(realm, dov.email, dov.account.password))
    expect((await submitPage(link, { password: 'quite another' })).status).toBe(302)

    expect(await login(realm, dov.email, dov.account.password)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
    expect(await dov.get('/users/me')).toEqual(refusal('Invalid API key', 'INVALID_API_KEY'))
    expect(await selectRows(realm, 'SELECT * FROM queues WHERE queue_id = ?', queue.id)).toEqual([])
    expect(succeeded(await login(realm, dov.email, 'quite another')).user_id).toBe(dov.id)
    succeeded(await ezra.get('/users/me'))
    expect((await emailTo(realm, dov.email)).subject).toContain('has changed')
    for (const page of [await openPage(link), await submitPage(link, { password: 'once more' })])
      expect(page.status).toBe(404)
  })

  test('only the email says whether the address has an account', async () => {
    const { realm, ada, dov, ezra, fig } = await freshRealm()
    succeeded(await ada.delete(`/users/${ezra.id}`))
    const pages = new Map<string, Json>()
    for (const email of [
      dov.email,
      'nobody@example.com',
      ezra.email,
      fig.email,
      `user${dov.id}@${new URL(realm.url).hostname}`,
    ])
      pages.set(email, await requestReset(realm, email, email))
    const responses = [...pages].map(([email, { html, status }]) => [html.replaceAll(email, 'x'), status])
    for (const response of responses) expect(response).toEqual(responses[0])
    const links = (await sentEmails(realm)).map((email) => [email.to, linkIn(email) !== 'no link'])
    expect(new Map(links as [string, boolean][])).toEqual(
      new Map([...pages.keys()].map((email) => [email, email === dov.email])),
    )
  })

  test('a link works for a day, once, in this realm, and while passwords are enabled', async () => {
    const { realm, ada, dov } = await freshRealm()
    const other = await freshRealm()
    await stopClock(realm, NOW)
    await requestReset(realm, dov.email)
    const link = linkIn(await emailTo(realm, dov.email))
    expect((await submitPage(link.replace(realm.url, other.realm.url), { password: 'quite another' })).status).toBe(404)
    await requestReset(realm, ada.email)
    const linkOfAda = linkIn(await emailTo(realm, ada.email))
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: false } }))
    expect((await openPage(linkOfAda)).status).toBe(404)
    const closed = { status: 403, html: expect.stringContaining('Password authentication is disabled') }
    expect(await requestReset(realm, dov.email)).toMatchObject(closed)
    expect(await openPage(`${realm.url}/accounts/password/reset/`)).toMatchObject(closed)
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: true } }))
    await stopClock(realm, NOW + 86_400)
    expect((await submitPage(link, { password: 'quite another' })).status).toBe(404)
    succeeded(await login(realm, dov.email, dov.account.password))
  })

  test('a link does not work for a user who is deactivated or has another address', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    for (const { email } of [ben, dov]) await requestReset(realm, email)
    const [linkOfBen, linkOfDov] = [linkIn(await emailTo(realm, ben.email)), linkIn(await emailTo(realm, dov.email))]
    await executeSql(realm, 'UPDATE users SET can_change_user_emails = 1 WHERE user_id = ?', ada.id)
    succeeded(await ada.patch(`/users/${ben.id}`, { new_email: 'ben@example.org' }))
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const link of [linkOfBen, linkOfDov])
      for (const page of [await openPage(link), await submitPage(link, { password: 'quite another' })])
        expect(page.status).toBe(404)
  })

  test('a link works only for the purpose of its email', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { invite_required: false }))
    await requestReset(realm, dov.email)
    succeeded(await ben.patch('/settings', { email: 'ben@example.org' }))
    await submitPage(`${realm.url}/register/`, { email: GWEN })
    const links = [dov.email, 'ben@example.org', GWEN].map(async (email) => linkIn(await emailTo(realm, email)))
    const parts = (await Promise.all(links)).map((link) => /^(.*\/)([0-9a-f]{40}\/)$/.exec(link)!)
    for (const [, base] of parts)
      for (const [link, from, secret] of parts)
        expect((await openPage(`${base}${secret}`)).status, `${link} at ${base}`).toBe(base === from ? 200 : 404)
  })

  test('the emails are limited', async () => {
    const { realm, dov } = await freshRealm()
    const statuses: number[] = []
    for (const address of ['a', 'b', 'c']) statuses.push((await requestReset(realm, dov.email, address)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await requestReset(realm, 'no address')).status).toBe(400)
  })
})

test('a request with an invalid email address changes nothing else either', async () => {
  const { realm, dov } = await freshRealm()
  const changes: Record<string, FieldValue> = { email: 'x', full_name: 'Dora' }
  expect((await dov.patch('/settings', changes)).result).toBe('error')
  expect(succeeded(await dov.get('/users/me')).full_name).toBe('Dov')
  expect(await sentEmails(realm)).toEqual([])
})
