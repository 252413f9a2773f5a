import { optional, shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { accountIsDeactivated, realmIsDeactivated } from '../../people/users/authentication'
import { anyone, anyoneOrUser } from '../../people/users/callers'
import { admitBrowser, browserOf, type Browser } from '../../login/sessions/admit-browser'
import { ownPath } from '../../login/sessions/next-page-rules'
import { requireLoginUser, authenticationFailed } from '../../login/sign-in/actions'
import { finishMobileLogin, startAppLogin, takeDesktopLogin } from './actions'
import { invalidOtp, isDesktopApp, refusalOfFlow, twoFlows } from './flow-rules'
import { confirmPage, finishPage, invalidTokenPage } from './pages'
import { copyPageFor } from './seal'

export const startBrowserLogin = endpoint.file({
  route: 'GET site:/accounts/login/social/browser',
  summary: "Log in an app with the realm's own pages: with each method that they offer.",
  note: 'A browser that is not logged in is first redirected to the page to log in.',
  caller: anyoneOrUser,
  params: {
    next: optional(shortText(), '/'),
    mobile_flow_otp: optional(shortText()),
    desktop_flow_otp: optional(shortText()),
  },
  serves: redirects('To the page to log in, or, without an app, to the organization.'),
  errors: [invalidOtp, twoFlows, authenticationFailed],
  decide: (realm, actor, flow) => {
    const refusal = refusalOfFlow(flow)
    if (refusal) throw refusal
    const isForApp = flow.mobile_flow_otp !== undefined || flow.desktop_flow_otp !== undefined
    // Only a session is a browser: a client with an API key needs no other.
    const user = realm.session.id === undefined || actor === undefined ? undefined : requireLoginUser(realm, actor)
    const waiting = user && isForApp ? startAppLogin(realm, user, flow) : undefined
    return { letterhead: letterheadOf(realm), isForApp, waiting, isLoggedIn: user !== undefined }
  },
  serve: ({ request, config }, { letterhead, isForApp, waiting, isLoggedIn }, { next, mobile_flow_otp }) => {
    const at = pageContext(request, letterhead)
    const { pathname, search } = new URL(request.url)
    if (!isForApp && isDesktopApp(request.headers.get('user-agent') ?? '', config.vendor))
      return finishPage(at, pathname + search)
    if (!isForApp && isLoggedIn) return redirectTo(ownPath(next))
    if (waiting === undefined) {
      const after = isForApp ? pathname + search : ownPath(next)
      return redirectTo(`/login?${new URLSearchParams({ next: after }).toString()}`)
    }
    const start = pathname + search
    if (mobile_flow_otp === undefined) return copyPageFor(at, waiting, start)
    return confirmPage(at, { ...waiting, start, scheme: config.vendor || 'svc' })
  },
})

const token = { token: shortText() }

export const confirmAppLogin = endpoint.file({
  route: 'POST site:/accounts/login/app',
  summary:
    'Log in the app of a phone, after its user confirmed. The address in the response gives the app its API key.',
  caller: anyone,
  isForOwnPages: true,
  params: token,
  serves: redirects('To the app.'),
  errors: [accountIsDeactivated, realmIsDeactivated, authenticationFailed],
  decide: (realm, _, params) => ({ letterhead: letterheadOf(realm), location: finishMobileLogin(realm, params.token) }),
  serve: ({ request }, { letterhead, location }) =>
    location === undefined ? invalidTokenPage(pageContext(request, letterhead)) : redirectTo(location),
})

const enter = step((realm, _: undefined, input: { token: string; browser: Browser }) => {
  const user = takeDesktopLogin(realm, input.token)
  return user && admitBrowser(realm, user, { ...input.browser, method: 'browser', next: '/' })
})

export const openDesktopLogin = endpoint.file({
  route: 'GET site:/accounts/login/subdomain/:token',
  summary: 'Log in the desktop app that opens this token. It works once, and for one minute.',
  caller: anyone,
  isForOwnPages: true,
  params: token,
  serves: redirects('The app is logged in. Its cookie is set.'),
  errors: [accountIsDeactivated, realmIsDeactivated, authenticationFailed],
  steps: { enter },
  decide: (realm) => ({ letterhead: letterheadOf(realm) }),
  serve: async (edge, { letterhead }, params) => {
    const admission = await edge.ask(enter, { token: params.token, browser: browserOf(edge) })
    return admission ? redirectTo(admission.location) : invalidTokenPage(pageContext(edge.request, letterhead))
  },
})
