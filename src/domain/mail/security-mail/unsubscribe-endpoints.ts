import { hashApiKey } from '../../../api/callers'
import { html } from '../../../api/html'
import { oneOf, shortText } from '../../../api/params'
import { keysOf } from '../../../api/table'
import { endpoint } from '../../../edge'
import { pageContext, type PageContext } from '../../../pages/context'
import { button, form } from '../../../pages/forms'
import { page } from '../../../pages/page'
import type { ReadOnlyRealm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { changeSettings } from '../../people/user-settings/actions'
import { anyone } from '../../people/users/callers'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { invalidLinkPage } from '../confirmations/pages'
import { findUserIdOfSecret } from './storage'
import { SETTINGS_OF_EMAILS } from './unsubscribe-link'

const params = { email_type: oneOf(keysOf(SETTINGS_OF_EMAILS)), confirmation_key: shortText() }

function findRecipient(realm: ReadOnlyRealm, secret: string): User | undefined {
  const user_id = findUserIdOfSecret(realm, hashApiKey(secret))
  const user = user_id === undefined ? undefined : findUser(realm, user_id)
  return user?.is_active && !realmRow(realm).is_deactivated ? user : undefined
}

/** Opening the page changes nothing, because mail scanners open links too. */
export const openUnsubscribe = endpoint.file({
  route: 'GET site:/accounts/unsubscribe/:email_type/:confirmation_key',
  summary: 'The page to which the link in an email leads, to stop emails of this type.',
  caller: anyone,
  params,
  errors: [],
  decide: (realm, _, { confirmation_key }) => ({
    letterhead: letterheadOf(realm),
    isValid: findRecipient(realm, confirmation_key) !== undefined,
  }),
  serve: ({ request }, { letterhead, isValid }, { email_type }) => {
    const at = pageContext(request, letterhead)
    const { title, ask, button: label } = at.words.unsubscribe
    if (!isValid) return invalidLinkPage(at, title)
    return page(at, {
      title,
      body: html`<p>${ask[email_type]}</p>
${form(button(label))}`,
    })
  },
})

/** Mail programs send the request themselves, with one click: it needs no page of the realm, and only stops emails. */
export const unsubscribe = endpoint.file({
  route: 'POST site:/accounts/unsubscribe/:email_type/:confirmation_key',
  summary: 'Stop emails of one type, with the link in an email or with one click in a mail program.',
  caller: anyone,
  params,
  errors: [],
  decide: (realm, _, { email_type, confirmation_key }) => {
    const user = findRecipient(realm, confirmation_key)
    if (user) changeSettings(realm, user, { [SETTINGS_OF_EMAILS[email_type]]: false })
    return { letterhead: letterheadOf(realm), isValid: user !== undefined }
  },
  serve: ({ request }, { letterhead, isValid }) => {
    const at = pageContext(request, letterhead)
    return isValid ? donePage(at) : invalidLinkPage(at, at.words.unsubscribe.title)
  },
})

const donePage = (at: PageContext): Response =>
  page(at, { title: at.words.unsubscribe.title, body: html`<p>${at.words.unsubscribe.done}</p>` })
