import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { connects, visitorOf } from '../support/identities'
import { FakeProvider } from '../support/identity-provider'
import { addsPasskey, PasskeyLogin } from '../support/passkeys'
import { succeeded, type Person } from '../support/person'
import { realmWithProviders } from '../support/provider-login'
import type { TestRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const LAST = refusal(
  'This is the only way to log in to your account. Add another one first: a password, a passkey or an identity.',
)

/** Removes the password, as of an account of an identity provider. */
const forgetPassword = (realm: TestRealm, { id }: Person) =>
  executeSql(realm, 'UPDATE users SET password_hash = NULL WHERE user_id = ?', id)

/** Returns a user without a password, who logged in before and has an identity and a passkey. */
async function withoutPassword(name: 'ada' | 'dov' = 'dov') {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([provider.configuration()])
  const person = cast[name]
  const visitor = await visitorOf(person)
  await connects(visitor, provider, { sub: 's' })
  const browser = visitor.asBrowser()
  const { device, passkey_id } = await addsPasskey(browser)
  await forgetPassword(cast.realm, person)
  const removeIdentity = () => browser.delete('/parley/identities', { issuer: provider.issuer, subject: 's' })
  const removePasskey = () => browser.delete(`/parley/passkeys/${passkey_id}`)
  return { ...cast, provider, person, browser, device, removeIdentity, removePasskey }
}

describe('the last way to log in', () => {
  test('is not removed, whichever of two was removed first', async () => {
    const first = await withoutPassword()
    expect(await first.removeIdentity()).toEqual(SUCCESS)
    expect(await first.removePasskey()).toEqual(LAST)
    succeeded(await new PasskeyLogin(first.realm.url).logsIn(first.device))
    const second = await withoutPassword()
    expect(await second.removePasskey()).toEqual(SUCCESS)
    expect(await second.removeIdentity()).toEqual(LAST)
  })

  test('may be a password: then passkeys and identities can go', async () => {
    const { realm, person, removeIdentity, removePasskey } = await withoutPassword()
    expect(await removeIdentity()).toEqual(SUCCESS)
    expect(await removePasskey()).toEqual(LAST)
    await executeSql(
      realm,
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE password_hash IS NOT NULL LIMIT 1) WHERE user_id = ?`,
      person.id,
    )
    expect(await removePasskey()).toEqual(SUCCESS)
  })

  test('is no passkey where passkeys only complete a login', async () => {
    const { ada, removeIdentity } = await withoutPassword()
    succeeded(await ada.patch('/realm', { parley_passkey_login: false }))
    expect(await removeIdentity()).toEqual(LAST)
    succeeded(await ada.patch('/realm', { parley_passkey_login: true }))
    expect(await removeIdentity()).toEqual(SUCCESS)
  })

  test('of an owner is not disabled by this owner', async () => {
    const { ada, removeIdentity } = await withoutPassword('ada')
    succeeded(await ada.patch('/realm', { authentication_methods: { Dev: false } }))
    expect(await removeIdentity()).toEqual(SUCCESS)
    expect(await ada.patch('/realm', { parley_passkey_login: false })).toEqual(LAST)
    expect(succeeded(await ada.post('/register')).realm_parley_passkey_login).toBe(true)
  })

  test('of an owner is no provider that this owner removes', async () => {
    const provider = await FakeProvider.at()
    const { realm, ada } = await realmWithProviders([])
    const visitor = await visitorOf(ada)
    const browser = visitor.asBrowser()
    const { key, ...configuration } = provider.configuration()
    succeeded(await browser.post('/parley/providers', { provider: key, ...configuration }))
    await connects(visitor, provider, { sub: 's' })
    await forgetPassword(realm, ada)
    const away = { issuer: 'https://other.example', client_secret: 'of another server' }
    expect(await browser.patch(`/parley/providers/${key}`, away)).toEqual(LAST)
    expect(await browser.delete(`/parley/providers/${key}`)).toEqual(LAST)
    expect(await browser.patch(`/parley/providers/${key}`, { display_name: 'Corp' })).toEqual(SUCCESS)
    await addsPasskey(browser)
    expect(await browser.delete(`/parley/providers/${key}`)).toEqual(SUCCESS)
  })
})

describe('an organization without passwords', () => {
  test('needs an owner who can log in without one', async () => {
    const { ada, browser, removeIdentity } = await withoutPassword('ada')
    const none = { authentication_methods: { Email: false, Dev: false } }
    expect(await removeIdentity()).toEqual(SUCCESS)
    succeeded(await ada.patch('/realm', none))
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: true } }))
    expect((await browser.patch('/realm', { ...none, parley_passkey_login: false })).msg).toContain(
      'At least one authentication method must be enabled.',
    )
  })
})
