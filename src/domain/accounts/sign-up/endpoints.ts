import * as v from 'valibot'
import { ApiError } from '../../../api/errors'
import { optional, shortText } from '../../../api/params'
import { endpoint, step, type Edge } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { redirectTo } from '../../../api/respond'
import { pageContext, type Letterhead, type PageContext } from '../../../pages/context'
import type { Complaint } from '../../../pages/forms'
import { preferredLanguage } from '../../../pages/words/catalogue'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { emailSentPage } from '../../mail/confirmations/pages'
import { admitBrowser, browserOf, type Browser } from '../../login/sessions/admit-browser'
import { sendWelcomeMessages } from '../../writing/bot-messages/actions'
import { welcomeText } from '../../realm/settings/settings'
import { settingsOf } from '../../realm/settings/storage'
import { administrators, anyone } from '../../people/users/callers'
import { refusalOfChoice } from '../../people/users/chosen-password'
import { hashPassword } from '../../people/users/passwords'
import { refusalOfPassword } from '../../people/users/rules'
import { completeSignUp, requestSignUp } from './actions'
import { firstPageOf } from './first-page'
import { accountForm, joiningAddressForm, obstaclePage } from './pages'
import { invalidLink } from '../../mail/confirmations/confirmation'
import { findObstacle, resolveSignUpLink, type Obstacle } from './sign-up-link'

const key = { confirmation_key: shortText() }

type LinkState = { letterhead: Letterhead } & (
  | { obstacle: Obstacle }
  | { obstacle?: undefined; email: string | null; complaint?: Complaint }
)

function linkState(realm: ReadOnlyRealm, secret: string): LinkState {
  const link = resolveSignUpLink(realm, secret)
  const letterhead = letterheadOf(realm)
  return typeof link === 'string' ? { letterhead, obstacle: link } : { letterhead, email: link.email }
}

/** Opening the page changes nothing, because mail scanners open links too. */
export const openInvitation = endpoint.file({
  route: 'GET site:/join/:confirmation_key',
  summary: 'The page to which an invitation leads.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => linkState(realm, confirmation_key),
  serve: ({ request }, state) => {
    const at = pageContext(request, state.letterhead)
    if (state.obstacle) return obstaclePage(at, state.obstacle)
    return state.email === null ? joiningAddressForm(at) : accountForm(at, { email: state.email })
  },
})

type SignUpForm = Browser & {
  confirmation_key: string
  full_name: string
  password_hash: string
  language: string | undefined
}

/** Creates the account of an invited user, whose password the Worker hashed, and lets the browser in. */
const finishSigningUp = step(
  (realm, _: undefined, { confirmation_key, full_name, password_hash, language, ...browser }: SignUpForm) => {
    // Other requests ran meanwhile: the link may have been used or revoked.
    const link = resolveSignUpLink(realm, confirmation_key)
    if (typeof link === 'string' || link.email === null) throw invalidLink({})
    const user = completeSignUp(realm, { full_name, password_hash, language, email: link.email }, link.invitation)
    const next = firstPageOf(realm, user, link.invitation)
    return admitBrowser(realm, user, { ...browser, method: 'sign_up', next })
  },
)

/**
 * With an invitation to one address, the visitor chooses a name and a password. With a link for any number of users, the
 * visitor first confirms an address.
 */
export const acceptInvitation = endpoint.file({
  route: 'POST site:/join/:confirmation_key',
  summary:
    'Join with an invitation: with a name and a password, or, with a link for any number of users, by confirming an address. The response sets the cookie of the new user.',
  caller: anyone,
  isForOwnPages: true,
  params: {
    ...key,
    email: optional(shortText(), ''),
    full_name: optional(shortText(), ''),
    password: optional(shortText(), ''),
  },
  errors: [],
  steps: { finishSigningUp },
  decide: (realm, _, { confirmation_key, email }): LinkState => {
    const link = resolveSignUpLink(realm, confirmation_key)
    const state = linkState(realm, confirmation_key)
    if (typeof link === 'string' || link.email !== null || state.obstacle) return state
    return { ...state, complaint: requestSignUp(realm, email, link.invitation)?.refusal }
  },
  serve: async (edge, state, { email, ...choices }) => {
    const at = pageContext(edge.request, state.letterhead)
    if (state.obstacle) return obstaclePage(at, state.obstacle)
    if (state.email !== null) return signUp(edge, at, { ...choices, email: state.email })
    return state.complaint ? joiningAddressForm(at, email, state.complaint) : emailSentPage(at, email)
  },
})

type Choices = { email: string; confirmation_key: string; full_name: string; password: string }

async function signUp(edge: Edge, at: PageContext, { email, confirmation_key, full_name, password }: Choices) {
  const formAgain = (complaint: Complaint) => accountForm(at, { email, full_name, complaint })
  const context = [full_name, email, at.letterhead.realm_name]
  const refusal = refusalOfPassword(password) ?? (await refusalOfChoice(edge, { password, context }))
  if (refusal) return formAgain(refusal.refusal)
  const password_hash = hashPassword(password, edge.config.password_cost)
  try {
    const language = preferredLanguage(edge.request.headers.get('accept-language') ?? '')
    const input = { confirmation_key, full_name, password_hash, language, ...browserOf(edge) }
    return redirectTo((await edge.ask(finishSigningUp, input)).location)
  } catch (error) {
    if (error instanceof ApiError) return formAgain(error.refusal)
    throw error
  }
}

const findObstacleWithoutLink = (realm: ReadOnlyRealm) =>
  findObstacle(realm) ?? (settingsOf(realm).invite_required ? 'by invitation only' : undefined)

export const openRegistration = endpoint.file({
  route: 'GET site:/register',
  summary: 'The page on which a visitor can ask for an account without an invitation, if the organization allows this.',
  caller: anyone,
  params: {},
  errors: [],
  decide: (realm) => ({ letterhead: letterheadOf(realm), obstacle: findObstacleWithoutLink(realm) }),
  serve: ({ request }, { letterhead, obstacle }) => {
    const at = pageContext(request, letterhead)
    return obstacle ? obstaclePage(at, obstacle) : joiningAddressForm(at)
  },
})

export const register = endpoint.file({
  route: 'POST site:/register',
  summary: 'Request a link, by email, with which to create an account.',
  caller: anyone,
  params: { email: shortText() },
  errors: [],
  decide: (realm, _, { email }) => {
    const obstacle = findObstacleWithoutLink(realm)
    const complaint = obstacle === undefined ? requestSignUp(realm, email)?.refusal : undefined
    return { letterhead: letterheadOf(realm), obstacle, complaint }
  },
  serve: ({ request }, { letterhead, obstacle, complaint }, { email }) => {
    const at = pageContext(request, letterhead)
    if (obstacle) return obstaclePage(at, obstacle)
    return complaint ? joiningAddressForm(at, email, complaint) : emailSentPage(at, email)
  },
})

export const testWelcome = endpoint.decision({
  route: 'POST /realm/test_welcome_bot_custom_message',
  summary: 'Send yourself the welcome message for new users, with a text to try.',
  caller: administrators,
  params: { welcome_message_custom_text: welcomeText },
  returns: { message_id: v.number() },
  errors: [],
  decide: (realm, actor, { welcome_message_custom_text }) => ({
    message_id: sendWelcomeMessages(realm, actor, welcome_message_custom_text),
  }),
})
