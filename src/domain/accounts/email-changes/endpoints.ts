import { html } from '../../../api/html'
import { page } from '../../../api/page'
import { linkIsNoGoodPage } from '../confirmations/pages'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyone } from '../../people/users/callers'
import { changeConfirmedBy, confirmEmail } from './actions'

const key = { confirmation_key: shortText() }
const TITLE = 'Your email address'

/** Looking changes nothing: programs that look into mail open its links too. */
export const openEmailChange = endpoint.file({
  route: 'GET site:/accounts/confirm_new_email/:confirmation_key',
  summary: 'The page to which somebody is led who wants another address.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({ email: changeConfirmedBy(realm, confirmation_key)?.email }),
  serve: (_, { email }) =>
    email === undefined
      ? linkIsNoGoodPage(TITLE)
      : page(TITLE, html`<form method="post"><p>${email}</p><button>Use this address</button></form>`),
})

export const confirmEmailChange = endpoint.file({
  route: 'POST site:/accounts/confirm_new_email/:confirmation_key',
  summary: 'Have the address that a link was sent to.',
  caller: anyone,
  params: key,
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({ email: confirmEmail(realm, confirmation_key) }),
  serve: (_, { email }) =>
    email === undefined ? linkIsNoGoodPage(TITLE) : page(TITLE, html`<p>Your address is ${email} from here on.</p>`),
})
