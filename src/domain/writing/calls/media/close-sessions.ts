import { ApiError } from '../../../../api/errors'
import type { Realm } from '../../../../realm'
import type { ClosingSession } from '../../../messages/calls/call'
import { findCall, updateCall } from '../../../messages/calls/storage'
import { outsideOf } from '../../../realm/settings/outside-policy'
import { nextClosing } from './media-rules'
import { closeSession, type AtMediaServer } from './media-server'
import { CLOSED_AGAIN_AFTER_SECONDS } from './pass'
import { takeLeft } from './seat-media'

const MAX_ATTEMPTS = 4
/** The media server itself ends tracks without packets after half a minute. */
const PAUSE_SECONDS = 5

/** Ends the sessions of participants who left. Returns when it is tried again, if the media server does not answer. */
export async function closeSessions(realm: Realm, call_id: number): Promise<number | undefined> {
  const { sfu } = realm.config.calls
  const isDue = ({ again_at = 0 }: ClosingSession): boolean => again_at <= realm.now()
  const waiting = findCall(realm, call_id)?.closing ?? []
  const stored = waiting.filter(isDue)
  const sessions = [...stored, ...takeLeft(realm, call_id)]
  if (sessions.length === 0) return nextClosing(waiting, realm.now())
  const at = sfu && { sfu, policy: outsideOf(realm) }
  const failed = at ? (await Promise.all(sessions.map((session) => close(at, session)))).flat() : []
  const again_at = realm.now() + CLOSED_AGAIN_AFTER_SECONDS
  return realm.transaction(() => {
    const call = findCall(realm, call_id)
    if (call === undefined) return undefined
    const again = at && call.ended_at === null ? sessions.filter((each) => isRepeated(each, failed)) : []
    const tried = new Set(stored.map(({ session_id }) => session_id))
    const closing = [
      ...call.closing.filter(({ session_id }) => !tried.has(session_id)),
      ...failed,
      ...again.map((session) => ({ ...session, again_at })),
    ]
    // The row of a call that has ended is deleted next.
    if (closing.length > 0 || (stored.length > 0 && call.ended_at === null)) updateCall(realm, { ...call, closing })
    return failed.length > 0 ? realm.now() + PAUSE_SECONDS : nextClosing(closing, realm.now())
  })
}

/** Whether a session that was just closed must be closed once more. */
const isRepeated = ({ session_id, is_lost, again_at }: ClosingSession, failed: readonly ClosingSession[]): boolean =>
  is_lost === true && again_at === undefined && !failed.some((each) => each.session_id === session_id)

/** Returns the session if it must be tried again. */
async function close(at: AtMediaServer, session: ClosingSession): Promise<ClosingSession[]> {
  const { session_id, attempts } = session
  try {
    await closeSession(at, session_id)
    return []
  } catch (error) {
    const isGone = error instanceof ApiError && error.refusal.fields.problem === 'gone'
    return isGone || attempts + 1 >= MAX_ATTEMPTS ? [] : [{ ...session, attempts: attempts + 1 }]
  }
}
