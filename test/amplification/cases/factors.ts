import { browserOf, OWN_PAGE, type Browser } from '../../support/browser'
import { succeeded } from '../../support/person'
import { codeNow, waitingBrowser, withCodes } from '../../support/second-factor'
import type { Case, Cases } from '../case'
import { newPerson } from './accounts'

const from = ({ cookie = '' }: Browser) =>
  ({ sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie } }) as const

const afterPassword: Case = async (world) => {
  const person = await newPerson(world)
  const { recovery_codes } = await withCodes(world.cast.realm, person)
  return { ...from(await waitingBrowser(person)), fields: { code: recovery_codes[0]! } }
}

const withCodesOn: Case = async (world) => from((await withCodes(world.cast.realm, await newPerson(world))).browser)

export const factorCases: Cases = {
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
  'GET site:/login/second-factor': afterPassword,
  'POST site:/login/second-factor': afterPassword,
  'POST site:/json/login/second_factor': afterPassword,
}
