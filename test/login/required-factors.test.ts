import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf, OWN_PAGE, type Browser } from '../support/browser'
import { addsPasskey, withPasskey } from '../support/passkeys'
import { succeeded, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { withCodes } from '../support/second-factor'

const REQUIRED = refusal(
  'This organization requires a second factor of your role. Add a passkey at /accounts/passkeys, or one-time codes.',
  'PARLEY_FACTOR_REQUIRED',
  { parley_factor: 'any' },
)

const requires = async (ada: Person, of: string, factor = 'any') => {
  await withPasskey(ada)
  succeeded(await ada.patch('/realm', { parley_factor_required_of: of, parley_factor_required: factor }))
}

describe('PATCH /realm with parley_factor_required_of', () => {
  test('is refused to an owner who has no such factor', async () => {
    const { realm, ada } = await freshRealm()
    const change = (fields: object) => ada.patch('/realm', { ...fields })
    const first = refusal('Add such a factor to your own account first')
    expect(await change({ parley_factor_required_of: 'owners' })).toEqual(first)
    const { browser } = await withCodes(realm, ada)
    expect(await change({ parley_factor_required: 'passkey' })).toEqual(first)
    succeeded(await change({ parley_factor_required_of: 'owners' }))
    await addsPasskey(browser)
    succeeded(await change({ parley_factor_required: 'passkey' }))
  })
})

describe('a role that needs a factor', () => {
  test('can do nothing without one, at once and with any credential, but add one', async () => {
    const { ada, ben, dov } = await freshRealm()
    const browser = await browserOf(ben)
    await requires(ada, 'administrators')
    for (const path of ['/users/me', '/messages?anchor=newest&num_before=1&num_after=0', '/parley/sessions'])
      for (const client of [ben, browser] as (Person | Browser)[]) expect(await client.get(path)).toEqual(REQUIRED)
    expect(await ben.post('/register')).toEqual(REQUIRED)
    succeeded(await dov.get('/users/me'))
    await addsPasskey(browser)
    succeeded(await browser.get('/users/me'))
    succeeded(await ben.get('/users/me'))
  })

  test('is led to the page on which passkeys are added, after each login', async () => {
    const { ada, ben } = await freshRealm()
    await requires(ada, 'administrators')
    const browser = await browserOf(ben)
    const fields = { username: ben.email, password: ben.account.password, next: '/#inbox' }
    const form = { ...OWN_PAGE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const submitted = await browser.request('/login', { method: 'POST', fields, headers: form })
    expect(submitted.headers.get('location')).toBe('/accounts/passkeys')
    const page = await (await browser.request('/accounts/passkeys', { headers: form })).text()
    expect(page).toContain('Your organization asks you to add a passkey')
    expect(await browser.post('/logout')).toEqual(SUCCESS)
  })

  test('is a role to which a user was just promoted, too', async () => {
    const { ada, dov } = await freshRealm()
    const browser = await browserOf(dov)
    await requires(ada, 'administrators')
    succeeded(await browser.get('/users/me'))
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 200 }))
    expect(await browser.get('/users/me')).toEqual(REQUIRED)
  })

  test('may need a passkey: one-time codes are then not enough', async () => {
    const { realm, ada, ben } = await freshRealm()
    const { browser } = await withCodes(realm, ben)
    await requires(ada, 'administrators')
    succeeded(await browser.get('/users/me'))
    succeeded(await ada.patch('/realm', { parley_factor_required: 'passkey' }))
    expect((await browser.get('/users/me')).parley_factor).toBe('passkey')
    await addsPasskey(browser)
    succeeded(await browser.get('/users/me'))
  })

  test('is never that of a bot', async () => {
    const { ada, dov, fig } = await freshRealm()
    await requires(ada, 'everyone')
    expect((await dov.get('/users/me')).code).toBe('PARLEY_FACTOR_REQUIRED')
    succeeded(await fig.get('/users/me'))
  })
})
