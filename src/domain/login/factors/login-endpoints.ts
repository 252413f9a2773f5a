import type { SessionCredential } from '../../../api/callers'
import { ApiError, rateLimitHit } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { sessionIn } from '../../../api/session-cookie'
import { endpoint, type Edge } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { forPage } from '../../../pages/forms'
import type { ReadOnlyRealm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { secondFactorsOf } from '../../people/factors/actions'
import type { SecondFactor } from '../../people/factors/second-factor'
import { findWaitingSession } from '../../people/sessions/authentication'
import { accountIsDeactivated, realmIsDeactivated } from '../../people/users/authentication'
import { anyone } from '../../people/users/callers'
import { nextParam, ownPath } from '../sessions/next-page-rules'
import { completeLogin, noLoginWaits, wrongCode } from './login'
import { secondFactorPage } from './pages'

const next = nextParam

/** The session of the cookie, which waits for the second factor and authenticates nothing else. */
const waitingIn = ({ request, config }: Edge) => ({ waiting: sessionIn(request, config) })

/** Returns the factors that can complete the login of a session; undefined if no login waits. */
function factorsOfWaiting(realm: ReadOnlyRealm, waiting: SessionCredential | undefined): SecondFactor[] | undefined {
  const session = waiting && findWaitingSession(realm, waiting)
  return session && secondFactorsOf(realm, session.user_id)
}

export const logInWithSecondFactor = endpoint.decision({
  route: 'POST site:/json/login/second_factor',
  summary: 'Complete a login with a one-time code or a recovery code. The response sets the cookie of the session.',
  note: 'Each code is accepted once. After five wrong codes in fifteen minutes, the account accepts none.',
  caller: anyone,
  isForOwnPages: true,
  params: { code: shortText() },
  returns: {},
  errors: [noLoginWaits, wrongCode, rateLimitHit, accountIsDeactivated, realmIsDeactivated],
  prepare: waitingIn,
  decide: (realm, _, attempt) => completeLogin(realm, attempt)?.refusal,
  present: (_, refusal) => {
    if (refusal) throw new ApiError(refusal)
    return {}
  },
})

export const openSecondFactor = endpoint.file({
  route: 'GET site:/login/second-factor',
  summary: 'The page that asks for the second factor of a login.',
  caller: anyone,
  params: { next },
  serves: redirects('No login waits for a second factor.'),
  errors: [],
  prepare: waitingIn,
  decide: (realm, _, { waiting }) => ({ letterhead: letterheadOf(realm), factors: factorsOfWaiting(realm, waiting) }),
  serve: ({ request }, { letterhead, factors }, params) =>
    factors ? secondFactorPage(pageContext(request, letterhead), { next: params.next, factors }) : redirectTo('/login'),
})

export const submitSecondFactor = endpoint.file({
  route: 'POST site:/login/second-factor',
  summary: 'Complete a login with the form of the page. The response sets the cookie of the session.',
  caller: anyone,
  isForOwnPages: true,
  params: { code: shortText(), next },
  errors: [accountIsDeactivated, realmIsDeactivated],
  prepare: waitingIn,
  decide: (realm, _, attempt) => ({
    letterhead: letterheadOf(realm),
    refusal: completeLogin(realm, attempt)?.refusal,
    factors: factorsOfWaiting(realm, attempt.waiting) ?? [],
  }),
  serve: ({ request }, { letterhead, refusal, factors }, params) => {
    if (refusal === undefined) return redirectTo(ownPath(params.next))
    const complaint = forPage(refusal)
    return secondFactorPage(pageContext(request, letterhead), { next: params.next, factors, complaint })
  },
})
