import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { letterTo, linkIn, mailFrom, opens, submits } from '../support/mail'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'
import { rowsIn, stopClock, writesTo } from '../support/tables'

const NOW = 1_900_000_000
const WHO = { full_name: 'Gwen', password: 'battery staple' }
const GWEN = 'gwen@example.com'
const SENT = 'Look into your mail'

const login = (realm: TestRealm, username: string, password: string) =>
  realm.post('/fetch_api_key', { username, password })

describe('POST /register', () => {
  const register = (realm: TestRealm, email: string, address?: string) =>
    submits(`${realm.url}/register/`, { email }, address)

  async function openRealm() {
    const cast = await freshRealm()
    succeeded(await cast.ada.patch('/realm', { invite_required: false }))
    return cast
  }

  test('where anybody may come in, a link to their address lets them', async () => {
    const { realm, ada, dov, general } = await openRealm()
    succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
    const form = await opens(`${realm.url}/register/`)
    expect(form).toMatchObject({ status: 200, html: expect.stringContaining('name="email"') })
    expect((await register(realm, ` ${GWEN} `)).html).toContain(SENT)
    const link = linkIn(await letterTo(realm, GWEN))
    expect((await opens(link)).html).toContain('name="password"')
    const heard = await receivedBy([ada, dov], () => submits(link, WHO))
    for (const { able } of heard) expect(able.map(({ type }) => type)).toContain('realm_user')
    const { api_key, user_id } = succeeded(await login(realm, GWEN, WHO.password))
    expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/)
    const { user } = succeeded(await ada.get(`/users/${user_id}`))
    expect(user).toMatchObject({ role: 400, full_name: 'Gwen', is_bot: false })
    const { subscribers } = succeeded(await ada.get(`/streams/${general.stream_id}/members`))
    expect(subscribers).toContain(user_id)
    expect((await submits(link, WHO)).status).toBe(404)
  })

  test('who needs an invitation is told so, and nobody is written to', async () => {
    const { realm } = await emptyRealm()
    for (const page of [await opens(`${realm.url}/register/`), await register(realm, GWEN)])
      expect(page).toMatchObject({ status: 403, html: expect.stringContaining('You need an invitation') })
    expect(await mailFrom(realm)).toEqual([])
  })

  test('who has an account is told there and nowhere else', async () => {
    const { realm, dov } = await openRealm()
    const pages = [await register(realm, dov.email), await register(realm, 'zoe@example.com')]
    expect(pages[0]!.html.replaceAll(dov.email, 'zoe@example.com')).toBe(pages[1]!.html)
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    const letter = await letterTo(realm, dov.email)
    expect(letter.text).toContain('there is one already')
    expect(linkIn(letter)).toBe('no link')
  })

  test('a link is good for a day, and only while anybody may come in', async () => {
    const { realm, ada } = await openRealm()
    await stopClock(realm, NOW)
    await register(realm, GWEN)
    const link = linkIn(await letterTo(realm, GWEN))
    succeeded(await ada.patch('/realm', { invite_required: true }))
    expect((await submits(link, WHO)).status).toBe(403)
    succeeded(await ada.patch('/realm', { invite_required: false }))
    await stopClock(realm, NOW + 86_400)
    expect((await submits(link, WHO)).status).toBe(404)
    await register(realm, 'hal@example.com')
    const other = linkIn(await letterTo(realm, 'hal@example.com'))
    succeeded(await ada.post('/realm/deactivate'))
    expect(await submits(other, WHO)).toMatchObject({ status: 403, html: expect.stringContaining('deactivated') })
  })

  test('a link is no good for an address that the organization excludes by then', async () => {
    const { realm, ada } = await openRealm()
    await register(realm, GWEN)
    const link = linkIn(await letterTo(realm, GWEN))
    succeeded(await ada.post('/realm/domains', { domain: 'elsewhere.example', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect((await submits(link, WHO)).status).toBe(400)
    expect(await login(realm, GWEN, WHO.password)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  })

  test('without passwords nobody comes in like that', async () => {
    const { realm, ada } = await openRealm()
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: false } }))
    expect((await register(realm, GWEN)).status).toBe(403)
  })

  test('an address that nobody comes in by is refused on the page', async () => {
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
    expect(await mailFrom(realm)).toEqual([])
    succeeded(await ada.post('/realm/domains', { domain: 'example.org', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect((await register(realm, GWEN)).status).toBe(400)
  })

  test('only so many letters go out for one network address, and to one address', async () => {
    const { realm } = await openRealm()
    await stopClock(realm, NOW)
    for (let nth = 0; nth < 5; nth++)
      expect((await register(realm, `x${nth}@example.com`, '192.0.2.1')).status).toBe(200)
    expect((await register(realm, 'y@example.com', '192.0.2.1')).status).toBe(429)
    for (let nth = 0; nth < 2; nth++) expect((await register(realm, GWEN, `192.0.2.${nth + 2}`)).status).toBe(200)
    expect((await register(realm, GWEN.toUpperCase(), '192.0.2.4')).status).toBe(429)
    expect(await mailFrom(realm)).toHaveLength(7)
    await stopClock(realm, NOW + 3601)
    expect((await register(realm, GWEN, '192.0.2.4')).status).toBe(200)
    expect((await register(realm, 'y@example.com', '192.0.2.1')).status).toBe(429)
  })
})

describe('POST /realm/test_welcome_bot_custom_message', () => {
  test('an administrator is greeted as a newcomer would be', async () => {
    const { ada, ben, cleo } = await freshRealm()
    const tries = { welcome_message_custom_text: 'Mind the **cat**.' }
    const { message_id } = succeeded(await ben.post('/realm/test_welcome_bot_custom_message', tries))
    const { message } = succeeded(await ben.get(`/messages/${message_id}`))
    expect(message).toMatchObject({ content: '<p>Mind the <strong>cat</strong>.</p>', sender_full_name: 'Welcome Bot' })
    await changesNothing([ada, ben], async () => {
      expect(await cleo.post('/realm/test_welcome_bot_custom_message', tries)).toEqual(
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

  test('the address is another when the link that was sent there has been followed', async () => {
    const { realm, ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => expect(await dov.patch('/settings', { email: NEW })).toEqual(SUCCESS))
    const link = linkIn(await letterTo(realm, NEW))
    expect(await opens(link)).toMatchObject({ status: 200, html: expect.stringContaining(NEW) })
    const [heard] = await receivedBy([ada], () => submits(link))
    expect(heard!.plain).toContainEqual({
      type: 'realm_user',
      op: 'update',
      person: { user_id: dov.id, delivery_email: NEW },
    })
    expect(succeeded(await login(realm, NEW, dov.account.password)).user_id).toBe(dov.id)
    expect((await letterTo(realm, dov.email)).text).toContain(NEW)
    for (const page of [await opens(link), await submits(link)]) expect(page.status).toBe(404)
  })

  test('of several wishes the last one counts, for a day', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    succeeded(await dov.patch('/settings', { email: 'first@example.org' }))
    const first = linkIn(await letterTo(realm, 'first@example.org'))
    succeeded(await dov.patch('/settings', { email: NEW }))
    expect((await submits(first)).status).toBe(404)
    const link = linkIn(await letterTo(realm, NEW))
    await stopClock(realm, NOW + 86_400)
    expect((await submits(link)).status).toBe(404)
  })

  test('that somebody else has it is said to them alone', async () => {
    const { realm, cleo, dov } = await freshRealm()
    expect(await dov.patch('/settings', { email: cleo.email.toUpperCase() })).toEqual(SUCCESS)
    const letter = await letterTo(realm, cleo.email.toUpperCase())
    expect(linkIn(letter)).toBe('no link')
    succeeded(await dov.patch('/settings', { email: NEW }))
    const link = linkIn(await letterTo(realm, NEW))
    await realm.newPerson('gwen', { email: NEW })
    expect((await submits(link)).status).toBe(404)
  })

  test('what the organization does not allow by then does not happen', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await dov.patch('/settings', { email: NEW }))
    const link = linkIn(await letterTo(realm, NEW))
    succeeded(await ada.patch('/realm', { email_changes_disabled: true }))
    for (const page of [await opens(link), await submits(link)]) expect(page.status).toBe(404)
    succeeded(await ada.patch('/realm', { email_changes_disabled: false }))
    succeeded(await ada.post('/realm/domains', { domain: 'elsewhere.example', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect((await submits(link)).status).toBe(404)
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: false }))
    expect((await submits(link)).status).toBe(200)
  })

  test('a link is no good once its account is deactivated', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await dov.patch('/settings', { email: NEW }))
    const link = linkIn(await letterTo(realm, NEW))
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const page of [await opens(link), await submits(link)]) expect(page.status).toBe(404)
  })

  test('what is no address, or not allowed, is refused; what is the address already is nothing', async () => {
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
    expect(await mailFrom(realm)).toEqual([])
    succeeded(await ben.patch('/settings', { email: NEW }))
    for (const more of ['2', '3'])
      expect((await ben.patch('/settings', { email: NEW })).code).toBe(more === '2' ? undefined : 'RATE_LIMIT_HIT')
  })
})

describe('POST /accounts/password/reset', () => {
  const ask = (realm: TestRealm, email: string, address?: string) =>
    submits(`${realm.url}/accounts/password/reset/`, { email }, address)

  test('who forgot their password chooses another, and everything must log in again', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const queue = await dov.registers()
    expect((await opens(`${realm.url}/accounts/password/reset/`)).html).toContain('name="email"')
    const page = await ask(realm, dov.email.toUpperCase())
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining(SENT) })
    const link = linkIn(await letterTo(realm, dov.email.toUpperCase()))
    expect((await opens(link)).html).toContain('name="password"')
    expect((await submits(link, { password: 'short' })).html).toContain('New password is too weak!')
    succeeded(await login(realm, dov.email, dov.account.password))
    expect((await submits(link, { password: 'quite another' })).status).toBe(200)

    expect(await login(realm, dov.email, dov.account.password)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
    expect(await dov.get('/users/me')).toEqual(refusal('Invalid API key', 'INVALID_API_KEY'))
    expect(await rowsIn(realm, 'SELECT * FROM queues WHERE queue_id = ?', queue.id)).toEqual([])
    expect(succeeded(await login(realm, dov.email, 'quite another')).user_id).toBe(dov.id)
    succeeded(await ezra.get('/users/me'))
    expect((await letterTo(realm, dov.email)).subject).toContain('has changed')
    for (const again of [await opens(link), await submits(link, { password: 'once more' })])
      expect(again.status).toBe(404)
  })

  test('whether there is an account is said in the letter only', async () => {
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
      pages.set(email, await ask(realm, email, email))
    const same = [...pages].map(([email, { html, status }]) => [html.replaceAll(email, 'x'), status])
    for (const each of same) expect(each).toEqual(same[0])
    const links = (await mailFrom(realm)).map((letter) => [letter.to, linkIn(letter) !== 'no link'])
    expect(new Map(links as [string, boolean][])).toEqual(
      new Map([...pages.keys()].map((email) => [email, email === dov.email])),
    )
  })

  test('a link is good for a day, once, here, and while the address is theirs', async () => {
    const { realm, ada, dov } = await freshRealm()
    const other = await freshRealm()
    await stopClock(realm, NOW)
    await ask(realm, dov.email)
    const link = linkIn(await letterTo(realm, dov.email))
    expect((await submits(link.replace(realm.url, other.realm.url), { password: 'quite another' })).status).toBe(404)
    await ask(realm, ada.email)
    const hers = linkIn(await letterTo(realm, ada.email))
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: false } }))
    expect((await opens(hers)).status).toBe(404)
    const closed = { status: 403, html: expect.stringContaining('Password authentication is disabled') }
    expect(await ask(realm, dov.email)).toMatchObject(closed)
    expect(await opens(`${realm.url}/accounts/password/reset/`)).toMatchObject(closed)
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: true } }))
    await stopClock(realm, NOW + 86_400)
    expect((await submits(link, { password: 'quite another' })).status).toBe(404)
    succeeded(await login(realm, dov.email, dov.account.password))
  })

  test('a link is no good once its account has another address, or is deactivated', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    for (const { email } of [ben, dov]) await ask(realm, email)
    const [bens, dovs] = [linkIn(await letterTo(realm, ben.email)), linkIn(await letterTo(realm, dov.email))]
    await writesTo(realm, 'UPDATE users SET can_change_user_emails = 1 WHERE user_id = ?', ada.id)
    succeeded(await ada.patch(`/users/${ben.id}`, { new_email: 'ben@example.org' }))
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const link of [bens, dovs])
      for (const page of [await opens(link), await submits(link, { password: 'quite another' })])
        expect(page.status).toBe(404)
  })

  test('a link does only what its letter says', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { invite_required: false }))
    await ask(realm, dov.email)
    succeeded(await ben.patch('/settings', { email: 'ben@example.org' }))
    await submits(`${realm.url}/register/`, { email: GWEN })
    const links = [dov.email, 'ben@example.org', GWEN].map(async (email) => linkIn(await letterTo(realm, email)))
    const parts = (await Promise.all(links)).map((link) => /^(.*\/)([0-9a-f]{40}\/)$/.exec(link)!)
    for (const [, place] of parts)
      for (const [link, from, secret] of parts)
        expect((await opens(`${place}${secret}`)).status, `${link} at ${place}`).toBe(place === from ? 200 : 404)
  })

  test('only so many letters go out', async () => {
    const { realm, dov } = await freshRealm()
    const statuses: number[] = []
    for (const address of ['a', 'b', 'c']) statuses.push((await ask(realm, dov.email, address)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await ask(realm, 'no address')).status).toBe(400)
  })
})

test('a wish for another address goes with whatever else is changed, or not at all', async () => {
  const { realm, dov } = await freshRealm()
  const wishes: Record<string, FieldValue> = { email: 'x', full_name: 'Dora' }
  expect((await dov.patch('/settings', wishes)).result).toBe('error')
  expect(succeeded(await dov.get('/users/me')).full_name).toBe('Dov')
  expect(await mailFrom(realm)).toEqual([])
})
