import * as v from 'valibot'
import { notFound } from '../../../api/errors'
import { boolean, integer, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { secondFactorsOf } from '../../people/factors/actions'
import { SECOND_FACTORS } from '../../people/factors/second-factor'
import { endOtherSessions, endSessions } from '../../people/sessions/actions'
import { SESSIONS_PER_ACCOUNT } from '../../people/sessions/rules'
import { findSession } from '../../people/sessions/storage'
import { anyone, humans } from '../../people/users/callers'
import {
  checkPassword,
  finishLogin,
  passwordLoginErrors,
  startLogin,
  type CheckedLogin,
} from '../sign-in/password-login'
import { admitBrowser, browserOf, type Admission, type Browser } from './admit-browser'
import { sessionShape, validSessionsOf, wireSession } from './wire-session'

const sessionDoesNotExist = notFound(() => 'Session does not exist')

export type PasswordLogin = CheckedLogin & Browser & { next: string }

/** Lets the browser in as the user whose password the Worker compared. Throws an error of `passwordLoginErrors`. */
export function logInWithPassword(realm: Realm, { user_agent, previous, next, ...checked }: PasswordLogin): Admission {
  const user = finishLogin(realm, checked)
  return admitBrowser(realm, user, { method: 'password', user_agent, previous, next })
}

export const logIn = endpoint.twoStep({
  route: 'POST site:/json/login',
  summary: 'Log in with a password, from a page of the organization. The response sets the cookie of the session.',
  note: `An account has at most ${SESSIONS_PER_ACCOUNT} sessions: one more ends the session that was used longest ago. If the answer has \`parley_second_factor\`, the browser is logged in after \`POST /json/login/second_factor\`.`,
  caller: anyone,
  isForOwnPages: true,
  params: { username: shortText(), password: shortText() },
  returns: { parley_second_factor: v.optional(v.array(v.picklist(SECOND_FACTORS))) },
  errors: passwordLoginErrors,
  decide: (realm, _, { username }) => ({ begun: startLogin(realm, username) }),
  work: (edge, begun, params) => ({ ...checkPassword(edge, begun, params), ...browserOf(edge), next: '/' }),
  finish: (realm, _, input) => {
    const { waits } = logInWithPassword(realm, input)
    return waits ? { parley_second_factor: secondFactorsOf(realm, input.user_id) } : {}
  },
})

export const logOut = endpoint.decision({
  route: 'POST site:/json/logout',
  summary: 'End the session of this browser, or all other sessions of the account.',
  note: 'The sockets, event queues and tickets of a session end before the response.',
  caller: humans,
  isForSetUp: true,
  isForOwnPages: true,
  params: { parley_others: optional(boolean(), false) },
  returns: {},
  errors: [],
  decide: (realm, actor, { parley_others }) => {
    const { id } = realm.session
    if (parley_others) endOtherSessions(realm, actor.user_id)
    else if (id !== undefined) endSessions(realm, actor.user_id, [id])
  },
})

export const getSessions = endpoint.decision({
  route: 'GET /parley/sessions',
  summary: 'Get your own sessions: the browsers that are logged in.',
  note: '`last_used` and `network_address` are up to an hour old.',
  caller: humans,
  params: {},
  returns: { sessions: v.array(sessionShape) },
  errors: [],
  decide: (realm, { user_id }) => ({
    sessions: validSessionsOf(realm, user_id).map((session) => wireSession(realm, session)),
  }),
})

export const endSession = endpoint.decision({
  route: 'DELETE /parley/sessions/:session_id',
  summary: 'End one of your own sessions. Its browser is logged out.',
  caller: humans,
  params: { session_id: integer() },
  returns: {},
  errors: [sessionDoesNotExist],
  decide: (realm, { user_id }, { session_id }) => {
    if (findSession(realm, session_id)?.user_id !== user_id) throw sessionDoesNotExist({})
    endSessions(realm, user_id, [session_id])
  },
})
