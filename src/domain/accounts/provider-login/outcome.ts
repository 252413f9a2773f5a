import type { Consequence } from '../../login/providers/login-rules'
import type { Identity, Provider } from '../../login/providers/provider'
import type { Admission, Browser } from '../../login/sessions/admit-browser'
import type { ProviderLogin } from './storage'

/** What the provider confirmed, for a login that began in this browser. */
export type ProviderAnswer = {
  provider: Provider
  login: ProviderLogin
  identity: Identity
  browser: Browser
  /** The language of the browser, if the server has texts in it. */
  language?: string | undefined
}

/** Why no user was logged in, or no identity was connected. */
export type Refusal =
  | Exclude<Consequence, 'link' | 'sign up'>
  | 'by invitation only'
  | 'another session'
  | 'another account'
  | 'too many identities'

export type Outcome = Admission | { refusal: Refusal }
