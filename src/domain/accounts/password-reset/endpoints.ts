import { ApiError } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { redirectTo } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import { pageContext } from '../../../pages/context'
import type { ReadOnlyRealm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { anyone } from '../../people/users/callers'
import { refusalOfChoice } from '../../people/users/chosen-password'
import { hashPassword } from '../../people/users/passwords'
import { refusalOfNewPassword } from '../../people/users/rules'
import { addressForm, emailSentPage, invalidLinkPage } from '../../mail/confirmations/pages'
import { admitBrowser, browserOf, type Browser } from '../../login/sessions/admit-browser'
import { obstaclePage } from '../sign-up/pages'
import { findObstacle } from '../sign-up/sign-up-link'
import { findUserOfLink, requestPasswordReset, resetPassword } from './actions'
import { passwordForm } from './pages'

const key = { confirmation_key: shortText() }

export const openForgotten = endpoint.file({
  route: 'GET site:/accounts/password/reset',
  summary: 'The page for users who forgot their password.',
  caller: anyone,
  params: {},
  errors: [],
  decide: (realm) => ({ letterhead: letterheadOf(realm), obstacle: findObstacle(realm) }),
  serve: ({ request }, { letterhead, obstacle }) => {
    const at = pageContext(request, letterhead)
    return obstacle ? obstaclePage(at, obstacle) : addressForm(at, { title: at.words.reset.title })
  },
})

export const askForReset = endpoint.file({
  route: 'POST site:/accounts/password/reset',
  summary: 'Request a link, by email, with which to choose a new password.',
  caller: anyone,
  params: { email: shortText() },
  errors: [],
  decide: (realm, _, { email }) => {
    const letterhead = letterheadOf(realm)
    const obstacle = findObstacle(realm)
    const complaint = obstacle === undefined ? requestPasswordReset(realm, email)?.refusal : undefined
    return { letterhead, obstacle, complaint }
  },
  serve: ({ request }, { letterhead, obstacle, complaint }, { email }) => {
    const at = pageContext(request, letterhead)
    if (obstacle) return obstaclePage(at, obstacle)
    return complaint ? addressForm(at, { title: at.words.reset.title, email, complaint }) : emailSentPage(at, email)
  },
})

function linkState(realm: ReadOnlyRealm, secret: string) {
  const user = findUserOfLink(realm, secret)
  return { letterhead: letterheadOf(realm), email: user?.delivery_email, full_name: user?.full_name ?? '' }
}

/** Opening the page changes nothing, because mail scanners open links too. */
export const openReset = endpoint.file({
  route: 'GET site:/accounts/password/reset/:confirmation_key',
  summary: 'The page to which the link in an email leads, for a user who forgot their password.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => linkState(realm, confirmation_key),
  serve: ({ request }, { letterhead, email }) => {
    const at = pageContext(request, letterhead)
    return email === undefined ? invalidLinkPage(at, at.words.reset.title) : passwordForm(at, email)
  },
})

type NewPassword = Browser & { confirmation_key: string; password_hash: string }

/** Sets the password that the Worker hashed, and lets the browser in. */
const finishResetting = step((realm, _: undefined, { confirmation_key, password_hash, ...browser }: NewPassword) => {
  const user = resetPassword(realm, confirmation_key, password_hash)
  return admitBrowser(realm, user, { ...browser, method: 'password_reset', next: '/' })
})

export const chooseAnother = endpoint.file({
  route: 'POST site:/accounts/password/reset/:confirmation_key',
  summary: 'Choose a new password. The response sets the cookie of a new session.',
  caller: anyone,
  isForOwnPages: true,
  params: { ...key, password: shortText() },
  errors: [],
  steps: { finishResetting },
  // Hashing a password costs much CPU, so the realm first checks the link.
  decide: (realm, _, { confirmation_key }) => linkState(realm, confirmation_key),
  serve: async (edge, { letterhead, email, full_name }, { confirmation_key, password }) => {
    const at = pageContext(edge.request, letterhead)
    if (email === undefined) return invalidLinkPage(at, at.words.reset.title)
    const context = [full_name, email, letterhead.realm_name]
    const refusal = refusalOfNewPassword(password) ?? (await refusalOfChoice(edge, { password, context }))
    if (refusal) return passwordForm(at, email, refusal.refusal)
    try {
      const password_hash = hashPassword(password, edge.config.password_cost)
      const { location } = await edge.ask(finishResetting, { confirmation_key, password_hash, ...browserOf(edge) })
      return redirectTo(location)
    } catch (error) {
      if (error instanceof ApiError) return invalidLinkPage(at, at.words.reset.title)
      throw error
    }
  },
})
