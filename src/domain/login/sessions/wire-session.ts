import * as v from 'valibot'
import { named } from '../../../api/named'
import type { ReadOnlyRealm } from '../../../realm'
import { SECOND_FACTORS } from '../../people/factors/second-factor'
import { isExpired } from '../../people/sessions/rules'
import { LOGIN_METHODS, type Session } from '../../people/sessions/session'
import { sessionLimits, sessionsOf } from '../../people/sessions/storage'
import { browserIn, systemIn } from './device-rules'

export const sessionShape = named(
  'Session',
  v.object({
    session_id: v.number(),
    browser: v.nullable(v.string()),
    operating_system: v.nullable(v.string()),
    user_agent: v.string(),
    network_address: v.string(),
    method: v.picklist(LOGIN_METHODS),
    second_factor: v.nullable(v.picklist(SECOND_FACTORS)),
    date_created: v.number(),
    last_used: v.number(),
    is_current: v.boolean(),
  }),
)

/** Returns a session in the form of the API. */
export const wireSession = (realm: ReadOnlyRealm, session: Session): v.InferOutput<typeof sessionShape> => ({
  session_id: session.session_id,
  browser: browserIn(session.user_agent),
  operating_system: systemIn(session.user_agent),
  user_agent: session.user_agent,
  network_address: session.address,
  method: session.method,
  second_factor: session.second_factor,
  date_created: session.created_at,
  last_used: session.used_at,
  is_current: session.session_id === realm.session.id,
})

/** Returns the sessions of a user that have not expired and do not wait for the second factor. */
export function validSessionsOf(realm: ReadOnlyRealm, user_id: number): Session[] {
  const limits = sessionLimits(realm)
  return sessionsOf(realm, user_id).filter(
    (session) => session.waits_until === null && !isExpired(session, limits, realm.now()),
  )
}
