import { OWN_PAGE } from '../../support/browser'
import type { Cases } from '../case'

const OTP = 'f'.repeat(64)
const forDesktop = { mobile_flow_otp: undefined, desktop_flow_otp: OTP }

/** Requests that name no provider of the deployment: with one, the server would call it. */
const toNoProvider = (fields = {}) => ({ sender: 'no account' as const, fields, expected: 404 })

export const providerLoginCases: Cases = {
  'GET site:/accounts/login/social/browser': () => ({ sender: 'no account', fields: forDesktop }),
  'GET site:/accounts/login/subdomain/:token': () => ({ sender: 'no account', headers: OWN_PAGE, expected: 400 }),
  'POST site:/accounts/login/app': () => ({ sender: 'no account', headers: OWN_PAGE, expected: 400 }),
  'GET site:/accounts/login/social/:provider': () => toNoProvider(forDesktop),
  'GET site:/accounts/register/social/:provider': () => toNoProvider(forDesktop),
  'GET site:/complete/:provider': () => toNoProvider(),
  'POST site:/complete/:provider': () => toNoProvider(),
}
