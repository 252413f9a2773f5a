import { ApiError } from '../../../api/errors'
import { boolean, optional, shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { forPage } from '../../../pages/forms'
import type { ReadOnlyRealm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { hasPublicChannels } from '../../messages/public-pages/public-channels'
import { anyone, anyoneOrUser } from '../../people/users/callers'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { loginPath } from '../providers/provider'
import { providersInOrder } from '../providers/available-providers'
import { checkPassword, findObstacleToPasswords, startLogin } from '../sign-in/password-login'
import { browserOf } from './admit-browser'
import { logInWithPassword, type PasswordLogin } from './endpoints'
import { closedPage, loginPage } from './login-page'
import { nextParam, ownPath } from './next-page-rules'

const next = nextParam

const providerButtonsOf = (realm: ReadOnlyRealm) =>
  providersInOrder(realm).map(({ key, kind, display_name }) => ({ path: loginPath({ key }), kind, display_name }))

const pageFacts = (realm: ReadOnlyRealm) => ({
  letterhead: letterheadOf(realm),
  allowsSignUp: !settingsOf(realm).invite_required,
  hasPublicPages: hasPublicChannels(realm),
  allowsPasskeys: settingsOf(realm).parley_passkey_login && !realmRow(realm).is_deactivated,
  providers: realmRow(realm).is_deactivated ? [] : providerButtonsOf(realm),
})

export const openLoginPage = endpoint.file({
  route: 'GET site:/login',
  summary:
    'The page to log in. A browser that is logged in is redirected to the organization, unless it wants `another` account.',
  caller: anyoneOrUser,
  isForSetUp: true,
  params: { next, another: optional(boolean(), false) },
  serves: redirects('The browser is logged in.'),
  errors: [],
  decide: (realm, actor) => ({
    ...pageFacts(realm),
    isLoggedIn: actor !== undefined,
    obstacle: findObstacleToPasswords(realm)?.refusal,
  }),
  serve: ({ request }, { isLoggedIn, letterhead, obstacle, ...facts }, params) => {
    if (isLoggedIn && !params.another) return redirectTo(ownPath(params.next))
    const at = pageContext(request, letterhead)
    const form = { next: params.next, ...facts }
    return obstacle ? closedPage(at, { ...form, complaint: forPage(obstacle) }) : loginPage(at, form)
  },
})

const finish = step((realm, _: undefined, input: PasswordLogin) => logInWithPassword(realm, input))

export const submitLoginPage = endpoint.file({
  route: 'POST site:/login',
  summary: 'Log in with the form of the page. The response sets the cookie of the session.',
  caller: anyone,
  isForOwnPages: true,
  params: { username: shortText(), password: shortText(), next },
  errors: [],
  steps: { finish },
  decide: (realm, _, { username }) => {
    const facts = pageFacts(realm)
    try {
      return { facts, begun: startLogin(realm, username) }
    } catch (error) {
      if (error instanceof ApiError) return { facts, refusal: error.refusal }
      throw error
    }
  },
  serve: async (edge, { facts, begun, refusal }, params) => {
    const { letterhead, ...page } = facts
    const at = pageContext(edge.request, letterhead)
    const form = { next: params.next, username: params.username, ...page }
    if (begun === undefined) return loginPage(at, { ...form, complaint: forPage(refusal) })
    try {
      const checked = checkPassword(edge, begun, params)
      const { location } = await edge.ask(finish, { ...checked, ...browserOf(edge), next: ownPath(params.next) })
      return redirectTo(location)
    } catch (error) {
      if (error instanceof ApiError) return loginPage(at, { ...form, complaint: forPage(error.refusal) })
      throw error
    }
  },
})
