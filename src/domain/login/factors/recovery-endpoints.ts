import { ApiError } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { html } from '../../../api/html'
import { endpoint } from '../../../edge'
import { pageContext, type PageContext } from '../../../pages/context'
import { addressField, button, complaintHtml, field, form, forPage, links, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'
import type { Realm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { anyone } from '../../people/users/callers'
import { browserOf, type Browser } from '../sessions/admit-browser'
import { RECOVERY_PAGE } from '../sessions/login-page'
import { allowsRecovery, logInByRecoveryCode } from './recovery-login'

const serves = redirects('To the page to log in, where passwords log in.')

export const openRecovery = endpoint.file({
  route: 'GET site:/login/recovery',
  summary: 'The page for users who lost their passkeys, in an organization without passwords.',
  caller: anyone,
  params: {},
  serves,
  errors: [],
  decide: (realm) => ({ letterhead: letterheadOf(realm), isAllowed: allowsRecovery(realm) }),
  serve: ({ request }, { letterhead, isAllowed }) =>
    isAllowed ? recoveryPage(pageContext(request, letterhead)) : redirectTo('/login'),
})

type Attempt = { username: string; code: string; browser: Browser }

function attempt(realm: Realm, given: Attempt): { location: string } | { complaint: Complaint } {
  if (!allowsRecovery(realm)) return { location: '/login' }
  try {
    const answer = logInByRecoveryCode(realm, given)
    return 'refusal' in answer ? { complaint: forPage(answer.refusal.refusal) } : { location: answer.location }
  } catch (error) {
    if (error instanceof ApiError) return { complaint: forPage(error.refusal) }
    throw error
  }
}

export const submitRecovery = endpoint.file({
  route: 'POST site:/login/recovery',
  summary:
    'Log in with a recovery code, in an organization without passwords. The response sets the cookie of the session.',
  note: 'Only for accounts that have passkeys, and no identity of a provider. The code counts once, and attempts count as those of passwords.',
  caller: anyone,
  isForOwnPages: true,
  params: { username: shortText(), code: shortText() },
  serves: redirects('To the page on which the user adds another passkey.'),
  errors: [],
  prepare: (edge) => ({ browser: browserOf(edge) }),
  decide: (realm, _, given) => ({ letterhead: letterheadOf(realm), answer: attempt(realm, given) }),
  serve: ({ request }, { letterhead, answer }, { username }) =>
    'location' in answer
      ? redirectTo(answer.location)
      : recoveryPage(pageContext(request, letterhead), username, answer.complaint),
})

function recoveryPage(at: PageContext, username = '', complaint?: Complaint): Response {
  const { lostPasskey, login, secondFactor } = at.words
  return page(at, {
    title: lostPasskey.title,
    body: html`${complaintHtml(at, complaint)}
<p>${lostPasskey.explanation}</p>
${form(
  html`${addressField(at, 'username', { value: username })}
${field({ name: 'code', label: lostPasskey.code, autocomplete: 'off', maxlength: 40 })}
${button(secondFactor.button)}`,
  RECOVERY_PAGE,
)}
${links([{ href: '/login', label: login.title(at.letterhead.realm_name) }])}`,
    status: complaint?.status,
  })
}
