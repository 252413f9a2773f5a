import { ApiError } from '../../../api/errors'
import { html } from '../../../api/html'
import { shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { pageContext, type PageContext } from '../../../pages/context'
import { button, form } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { anyone } from '../../people/users/callers'
import { invalidLinkPage } from '../../mail/confirmations/pages'
import { browserOf } from '../sessions/admit-browser'
import { findUserOfLoginLink, logInByLink } from './login-link'

const key = { confirmation_key: shortText() }

/** Opening the page changes nothing, because mail scanners open links too. */
export const openLoginLink = endpoint.file({
  route: 'GET site:/accounts/login/link/:confirmation_key',
  summary:
    'The page to which the link in an email leads, after the operator removed the only way to log in to an account.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({
    letterhead: letterheadOf(realm),
    email: findUserOfLoginLink(realm, confirmation_key)?.delivery_email,
  }),
  serve: ({ request }, { letterhead, email }) => {
    const at = pageContext(request, letterhead)
    return email === undefined ? invalidLinkPage(at, titleOf(at)) : linkPage(at, email)
  },
})

export const submitLoginLink = endpoint.file({
  route: 'POST site:/accounts/login/link/:confirmation_key',
  summary: 'Log in with the link in an email, once. The response sets the cookie of a new session.',
  caller: anyone,
  isForOwnPages: true,
  params: key,
  serves: redirects('To the page on which the user adds a passkey.'),
  errors: [],
  prepare: (edge) => ({ browser: browserOf(edge) }),
  decide: (realm, _, { confirmation_key, browser }) => {
    const letterhead = letterheadOf(realm)
    try {
      return { letterhead, location: logInByLink(realm, confirmation_key, browser) }
    } catch (error) {
      if (error instanceof ApiError) return { letterhead, location: undefined }
      throw error
    }
  },
  serve: ({ request }, { letterhead, location }) => {
    if (location !== undefined) return redirectTo(location)
    const at = pageContext(request, letterhead)
    return invalidLinkPage(at, titleOf(at))
  },
})

const titleOf = ({ words, letterhead }: PageContext): string => words.login.title(letterhead.realm_name)

const linkPage = (at: PageContext, email: string): Response =>
  page(at, {
    title: titleOf(at),
    body: html`<p>${email}</p>
${form(button(at.words.login.button))}`,
  })
