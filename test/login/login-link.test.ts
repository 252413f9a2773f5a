import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { SUCCESS } from '../support/answers'
import { Browser, OWN_PAGE } from '../support/browser'
import { advanceClock } from '../support/clock'
import { emailTo, linkIn } from '../support/mail'
import { addsPasskey, PasskeyLogin, withPasskey } from '../support/passkeys'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'

const WITHOUT_PASSWORDS = { authentication_methods: { Email: false, Dev: true } }
const INVALID = 404

/** Resets the factors of a user of an organization without passwords. Returns the path of the link that the user receives. */
async function resetFactors() {
  const cast = await freshRealm()
  const { realm, ada, dov } = cast
  await withPasskey(dov)
  succeeded(await ada.patch('/realm', WITHOUT_PASSWORDS))
  const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
  const answer = await realm.post('/realm/factors/reset', { email: dov.email }, { headers })
  expect(answer).toEqual({ ...SUCCESS, sent_login_link: true })
  return { ...cast, path: new URL(linkIn(await emailTo(realm, dov.email))).pathname }
}

async function open(realm_url: string, path: string, headers: Record<string, string> = OWN_PAGE) {
  const response = await new Browser(realm_url).request(path, { headers })
  return { status: response.status, html: await response.text() }
}

/** Submits the page of a link in a browser that is not logged in. */
async function follow(realm_url: string, path: string, headers: Record<string, string> = OWN_PAGE) {
  const browser = new Browser(realm_url)
  const response = await browser.request(path, { method: 'POST', headers })
  return { browser, status: response.status, location: response.headers.get('location') }
}

describe('the link after a reset of the only way to log in', () => {
  test('shows the address, and logs in once, so that the user adds a passkey', async () => {
    const { realm, dov, path } = await resetFactors()
    const response = await open(realm.url, path)
    expect([response.status, response.html.includes(dov.email)]).toEqual([200, true])
    const { browser, status, location } = await follow(realm.url, path)
    expect([status, location]).toEqual([302, '/accounts/passkeys'])
    const { sessions } = succeeded(await browser.get('/parley/sessions'))
    expect(sessions.map(({ method }: Json) => method)).toEqual(['email'])
    expect((await follow(realm.url, path)).status).toBe(INVALID)
    const { device } = await addsPasskey(browser)
    succeeded(await new PasskeyLogin(realm.url).logsIn(device))
  })

  test('is valid for a day', async () => {
    const { realm, path } = await resetFactors()
    await advanceClock(realm, 86_400)
    expect((await open(realm.url, path)).status).toBe(INVALID)
    expect((await follow(realm.url, path)).status).toBe(INVALID)
  })

  test('opens no account that has another way to log in by now', async () => {
    const { realm, ada, path } = await resetFactors()
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: true } }))
    expect((await open(realm.url, path)).status).toBe(INVALID)
    expect((await follow(realm.url, path)).status).toBe(INVALID)
  })

  test('opens no deactivated account', async () => {
    const { realm, ada, dov, path } = await resetFactors()
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect((await follow(realm.url, path)).status).toBe(INVALID)
  })

  test('is refused from a page of another site', async () => {
    const { realm, path } = await resetFactors()
    const { browser, status } = await follow(realm.url, path, { 'sec-fetch-site': 'same-site' })
    expect([status, browser.cookie]).toEqual([403, undefined])
  })
})
