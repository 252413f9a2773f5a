import { env } from 'cloudflare:workers'
import { browserOf, OWN_PAGE, type Browser } from '../../support/browser'
import { Authenticator } from '../../support/authenticator'
import { addsPasskey, PasskeyLogin, withPasskey } from '../../support/passkeys'
import { succeeded } from '../../support/person'
import { codeNow, waitingBrowser, withCodes } from '../../support/second-factor'
import type { Case, Cases } from '../case'
import type { World } from '../world'
import { selectRows } from '../../support/tables'
import { keyFor, newPerson } from './accounts'

const from = ({ cookie = '' }: Browser) =>
  ({ sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie } }) as const

const afterPassword: Case = async (world) => {
  const person = await newPerson(world)
  const { recovery_codes } = await withCodes(world.cast.realm, person)
  return { ...from(await waitingBrowser(person)), fields: { code: recovery_codes[0]! } }
}

const withCodesOn: Case = async (world) => from((await withCodes(world.cast.realm, await newPerson(world))).browser)

/** The browser of an account with as many passkeys as it may have. */
const withTenPasskeys: Case = async (world) => {
  const browser = await browserOf(await newPerson(world))
  for (let count = 0; count < 10; count++) await addsPasskey(browser, { name: '"'.repeat(60) })
  return from(browser)
}

const withPasskeyOn: Case = async (world) => from((await withPasskey(await newPerson(world))).browser)

/** A signature for a challenge of this path, as the browser sends it. */
async function signed({ browser, device }: { browser: Browser; device: Authenticator }, path: string) {
  const { options } = succeeded(await browser.post(`${path}/start`))
  return { ...from(browser), fields: { credential: await device.signs(options) } }
}

const withOnePasskey = async (world: World) => {
  const person = await newPerson(world)
  return { person, ...(await withPasskey(person)) }
}

export const factorCases: Cases = {
  'GET /parley/passkeys': withTenPasskeys,
  'GET site:/accounts/passkeys': withTenPasskeys,
  'POST /parley/passkeys/start': withPasskeyOn,
  'POST /parley/passkeys': async (world) => {
    const browser = await browserOf(await newPerson(world))
    const { options } = succeeded(await browser.post('/parley/passkeys/start'))
    const device = await Authenticator.at(browser.realm_url)
    return { ...from(browser), fields: { name: 'Laptop', credential: device.registers(options) } }
  },
  'PATCH /parley/passkeys/:passkey_id': async (world) => {
    const { browser, passkey_id } = await withOnePasskey(world)
    return { ...from(browser), fields: { passkey_id, name: 'Phone' } }
  },
  'DELETE /parley/passkeys/:passkey_id': async (world) => {
    const { browser, passkey_id } = await withOnePasskey(world)
    return { ...from(browser), fields: { passkey_id } }
  },
  'POST /parley/sessions/confirm/passkey/start': withTenPasskeys,
  'POST /parley/sessions/confirm/passkey': async (world) =>
    signed(await withOnePasskey(world), '/parley/sessions/confirm/passkey'),
  'POST site:/json/login/second_factor/passkey/start': async (world) =>
    from(await waitingBrowser((await withOnePasskey(world)).person)),
  'POST site:/json/login/second_factor/passkey': async (world) => {
    const { person, device } = await withOnePasskey(world)
    return signed({ browser: await waitingBrowser(person), device }, '/login/second_factor/passkey')
  },
  'POST site:/json/login/passkey/start': () => ({ sender: 'no account', isFromPage: true, headers: OWN_PAGE }),
  'POST site:/json/login/passkey': async (world) => {
    const { person, device } = await withOnePasskey(world)
    const login = new PasskeyLogin(person.realm_url)
    const credential = await device.signs(await login.options())
    const cookie = [...login.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie }, fields: { credential } }
  },
  'GET /parley/factors': withCodesOn,
  'POST /parley/factors/totp': async (world) => from(await browserOf(await newPerson(world))),
  'POST /parley/factors/totp/confirm': async (world) => {
    const browser = await browserOf(await newPerson(world))
    const { secret } = succeeded(await browser.post('/parley/factors/totp'))
    return { ...from(browser), fields: { code: await codeNow(world.cast.realm, secret) } }
  },
  'DELETE /parley/factors/totp': withCodesOn,
  'POST /parley/factors/recovery_codes': withCodesOn,
  'POST /parley/sessions/confirm': async (world) => {
    const person = await newPerson(world)
    return { ...from(await browserOf(person)), fields: { password: person.account.password } }
  },
  'POST /realm/factors/reset': async (world) => {
    const person = await newPerson(world)
    await withCodes(world.cast.realm, person)
    return { fields: { email: person.email } }
  },
  'GET site:/accounts/one-time-codes': withCodesOn,
  'POST site:/accounts/one-time-codes': async (world) => ({
    ...from(await browserOf(await newPerson(world))),
    fields: { step: 'start' },
  }),
  'POST site:/accounts/confirm': async (world) => {
    const person = await newPerson(world)
    return { ...from(await browserOf(person)), fields: { password: person.account.password } }
  },
  'GET site:/accounts/login/link/:confirmation_key': async (world) => ({
    fields: { confirmation_key: await loginKey(world) },
  }),
  'POST site:/accounts/login/link/:confirmation_key': async (world) => ({
    headers: OWN_PAGE,
    fields: { confirmation_key: await loginKey(world) },
  }),
  'GET site:/login/recovery': () => ({ sender: 'no account', isFromPage: true }),
  'POST site:/login/recovery': async (world) => {
    const { email } = await newPerson(world)
    const fields = { username: email, code: 'aaaa-bbbb-cccc-dddd' }
    return { sender: 'no account', isFromPage: true, headers: OWN_PAGE, fields }
  },
  'GET site:/login/second-factor': afterPassword,
  'POST site:/login/second-factor': afterPassword,
  'POST site:/json/login/second_factor': afterPassword,
}

/** The key of the link that an account without a password receives after a reset of its factors. */
async function loginKey(world: World): Promise<string> {
  const { realm } = world.cast
  const person = await newPerson(world)
  await withCodes(realm, person)
  await selectRows(realm, 'UPDATE users SET password_hash = NULL WHERE user_id = ?', person.id)
  const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
  succeeded(await realm.post('/realm/factors/reset', { email: person.email }, { headers }))
  return keyFor(world, person.email)
}
