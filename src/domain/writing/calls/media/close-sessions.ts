import { ApiError } from '../../../../api/errors'
import type { Realm } from '../../../../realm'
import type { ClosingSession } from '../../../messages/calls/call'
import { findCall, updateCall } from '../../../messages/calls/storage'
import { outsidePolicy } from '../../../realm/settings/outside-policy'
import { closeSession, type AtMediaServer } from './media-server'
import { takeLeft } from './seat-media'

const MAX_ATTEMPTS = 4
/** The media server itself ends tracks without packets after half a minute. */
const PAUSE_SECONDS = 5

/** Ends the sessions of participants who left. Returns when it is tried again, if the media server does not answer. */
export async function closeSessions(realm: Realm, call_id: number): Promise<number | undefined> {
  const { sfu } = realm.config.calls
  const stored = findCall(realm, call_id)?.closing ?? []
  const sessions = [...stored, ...takeLeft(realm, call_id)]
  if (sessions.length === 0) return undefined
  const at = sfu && { sfu, policy: outsidePolicy(realm) }
  const failed = at ? (await Promise.all(sessions.map((session) => close(at, session)))).flat() : []
  return realm.transaction(() => {
    const call = findCall(realm, call_id)
    if (call === undefined) return undefined
    const tried = new Set(stored.map(({ session_id }) => session_id))
    const closing = [...call.closing.filter(({ session_id }) => !tried.has(session_id)), ...failed]
    // The row of a call that has ended is deleted next.
    if (closing.length > 0 || (stored.length > 0 && call.ended_at === null)) updateCall(realm, { ...call, closing })
    return closing.length > 0 ? realm.now() + PAUSE_SECONDS : undefined
  })
}

/** Returns the session if it must be tried again. */
async function close(at: AtMediaServer, { session_id, attempts }: ClosingSession): Promise<ClosingSession[]> {
  try {
    await closeSession(at, session_id)
    return []
  } catch (error) {
    const isGone = error instanceof ApiError && error.refusal.fields.problem === 'gone'
    return isGone || attempts + 1 >= MAX_ATTEMPTS ? [] : [{ session_id, attempts: attempts + 1 }]
  }
}
