import * as v from 'valibot'
import { notFound } from '../../../api/errors'
import { integer } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { endSessions, idsOf } from '../../people/sessions/actions'
import { sessionsOf } from '../../people/sessions/storage'
import { administrators, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, noSuchUser } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { refusalToActAs } from './rights'
import { requireManagedAccount } from './update-account'
import { sessionShape, validSessionsOf, wireSession } from '../../login/sessions/wire-session'

const sessionDoesNotExist = notFound(() => 'Session does not exist')

const userParam = { user_id: integer() }
const targetErrors = [noSuchUser, insufficientPermission, mustBeOwner]

/** Returns a person whose sessions the actor may end. Only owners manage owners. */
function requireTarget(realm: ReadOnlyRealm, actor: User, user_id: number): User {
  const target = requireManagedAccount(actor, findUser(realm, user_id))
  if (target.is_bot) throw noSuchUser({})
  const refusal = refusalToActAs(actor, target)
  if (refusal) throw refusal
  return target
}

function endManagedSessions(realm: Realm, { user_id }: User, session_ids: readonly number[]): void {
  recordAudit(realm, 'sessions_ended', { user_id }, { session_ids })
  endSessions(realm, user_id, session_ids)
}

export const getManagedSessions = endpoint.decision({
  route: 'GET /parley/users/:user_id/sessions',
  summary: 'Get the sessions of another user. Only owners see the sessions of owners.',
  caller: administrators,
  params: userParam,
  returns: { sessions: v.array(sessionShape) },
  errors: targetErrors,
  decide: (realm, actor, { user_id }) => {
    requireTarget(realm, actor, user_id)
    return { sessions: validSessionsOf(realm, user_id).map((session) => wireSession(realm, session)) }
  },
})

export const endManagedSession = endpoint.decision({
  route: 'DELETE /parley/users/:user_id/sessions/:session_id',
  summary: 'End a session of another user. Its browser is logged out.',
  caller: administrators,
  params: { ...userParam, session_id: integer() },
  returns: {},
  errors: [...targetErrors, sessionDoesNotExist],
  decide: (realm, actor, { user_id, session_id }) => {
    const target = requireTarget(realm, actor, user_id)
    const session = sessionsOf(realm, user_id).find((candidate) => candidate.session_id === session_id)
    if (session === undefined) throw sessionDoesNotExist({})
    endManagedSessions(realm, target, [session_id])
  },
})

export const endAllManagedSessions = endpoint.decision({
  route: 'DELETE /parley/users/:user_id/sessions',
  summary: 'End all sessions of another user. API keys stay valid.',
  caller: administrators,
  params: userParam,
  returns: {},
  errors: targetErrors,
  decide: (realm, actor, { user_id }) => {
    const target = requireTarget(realm, actor, user_id)
    endManagedSessions(realm, target, idsOf(sessionsOf(realm, user_id)))
  },
})
