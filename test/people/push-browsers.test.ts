import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { succeeded } from '../support/person'
import { PushRegistration } from '../support/push-service'
import { freshRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { countRows } from '../support/tables'

const PUBLIC_KEY = expect.stringMatching(/^[\w-]{87}$/)

describe('GET /parley/push_browser', () => {
  test('returns the key of the server, and whether notifications are on in this browser', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    expect(await browser.get('/parley/push_browser')).toEqual({ ...SUCCESS, public_key: PUBLIC_KEY, is_on: false })
    await (await PushRegistration.new()).turnOnIn(browser)
    expect(await browser.get('/parley/push_browser')).toMatchObject({ is_on: true })
    expect(await (await browserOf(dov)).get('/parley/push_browser')).toMatchObject({ is_on: false })
    expect(await dov.get('/parley/push_browser')).toMatchObject({ is_on: false })
  })

  test('on a server without keys, there is none, and no browser can be turned on', async () => {
    const { ada } = await realmWithVariables({ WEB_PUSH_KEYS: 'not a key' })
    const browser = await browserOf(ada)
    expect(await browser.get('/parley/push_browser')).toMatchObject({ public_key: null, is_on: false })
    const { fields } = await PushRegistration.new()
    expect(await browser.post('/parley/push_browser', fields)).toEqual(
      refusal('This server has no keys for notifications in browsers.'),
    )
  })
})

describe('POST /parley/push_browser', () => {
  test('sends notifications to the browser of the session: one for each session, and one session for each browser', async () => {
    const { realm, dov, cleo } = await freshRealm()
    const [first, second] = [await browserOf(dov), await browserOf(cleo)]
    const registration = await PushRegistration.new()
    for (const { fields } of [await PushRegistration.new(), registration, registration])
      expect(await first.post('/parley/push_browser', fields)).toEqual(SUCCESS)
    expect(await countRows(realm, 'push_browsers')).toBe(1)
    // Cleo logged in with the browser of dov, which has lost the cookie of dov.
    expect(await second.post('/parley/push_browser', registration.fields)).toEqual(SUCCESS)
    expect(await first.get('/parley/push_browser')).toMatchObject({ is_on: false })
    expect(await second.get('/parley/push_browser')).toMatchObject({ is_on: true })
    expect(await countRows(realm, 'push_browsers')).toBe(1)
  })

  test('refuses other servers, invalid keys, and clients without a session', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const { fields } = await PushRegistration.new()
    const register = (changed: object) => browser.post('/parley/push_browser', { ...fields, ...changed })
    expect(await register({})).toEqual(SUCCESS)
    const unknownService = refusal('The server does not know this push service.')
    for (const endpoint of ['https://example.com/to/x', 'http://push.example.net/x', 'x', ''])
      expect(await register({ endpoint })).toEqual(unknownService)
    const invalidKeys = refusal('The keys of the browser are invalid.')
    for (const public_key of ['', 'x', fields.public_key.slice(1), `A${fields.public_key.slice(1)}`])
      expect(await register({ public_key })).toEqual(invalidKeys)
    for (const auth_secret of ['', fields.auth_secret.slice(4), '!'.repeat(22)])
      expect(await register({ auth_secret })).toEqual(invalidKeys)
    expect(await dov.post('/parley/push_browser', fields)).toEqual(
      refusal('Only a browser that is logged in can receive these notifications.'),
    )
  })
})

describe('DELETE /parley/push_browser', () => {
  test('turns notifications off in this browser only', async () => {
    const { realm, dov } = await freshRealm()
    const [first, second] = [await browserOf(dov), await browserOf(dov)]
    for (const browser of [first, second]) await (await PushRegistration.new()).turnOnIn(browser)
    const before = await countRows(realm, 'secrets')
    expect(await first.delete('/parley/push_browser')).toEqual(SUCCESS)
    expect(await first.get('/parley/push_browser')).toMatchObject({ is_on: false })
    expect(await second.get('/parley/push_browser')).toMatchObject({ is_on: true })
    expect(await countRows(realm, 'secrets')).toBe(before - 1)
    succeeded(await first.delete('/parley/push_browser'))
    expect(await dov.delete('/parley/push_browser')).toEqual(
      refusal('Only a browser that is logged in can receive these notifications.'),
    )
  })
})
