import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { anyone, anyoneOrUser } from '../../people/users/callers'
import { invalidLinkPage } from '../../mail/confirmations/pages'
import { completeEmailChange, findEmailChange } from './actions'
import { askPage, donePage } from './pages'

const key = { confirmation_key: shortText() }

/** Opening the page changes nothing, because mail scanners open links too. */
export const openEmailChange = endpoint.file({
  route: 'GET site:/accounts/confirm_new_email/:confirmation_key',
  summary: 'The page to which the link in an email leads, for a user who changes their address.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({
    letterhead: letterheadOf(realm),
    email: findEmailChange(realm, confirmation_key)?.email,
  }),
  serve: ({ request }, { letterhead, email }) => {
    const at = pageContext(request, letterhead)
    return email === undefined ? invalidLinkPage(at, at.words.emailChange.title) : askPage(at, email)
  },
})

/**
 * The link logs no browser in: with a mistake in the address, a stranger receives it. A browser that is logged in as the user
 * stays so.
 */
export const confirmEmailChange = endpoint.file({
  route: 'POST site:/accounts/confirm_new_email/:confirmation_key',
  summary: 'Change your email address to the one to which the link was sent.',
  caller: anyoneOrUser,
  isForOwnPages: true,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({
    letterhead: letterheadOf(realm),
    done: completeEmailChange(realm, confirmation_key),
  }),
  serve: ({ request }, { letterhead, done }) => {
    const at = pageContext(request, letterhead)
    return done === undefined ? invalidLinkPage(at, at.words.emailChange.title) : donePage(at, done)
  },
})
