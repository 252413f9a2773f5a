import type { Realm } from '../../../realm'
import type { Call } from '../../messages/calls/call'
import { updateCall } from '../../messages/calls/storage'
import { usersOf, type GoneSeat } from './seats'

/** After so long, the row of a call names who left it. */
const WRITTEN_AFTER_SECONDS = 60
const MAX_UNWRITTEN_USERS = 50

/**
 * Notes who took part in a call and left it. Another participant's socket keeps it for a while, so that the end of a call, which all leave
 * one after the other, writes no row for it. Whether a call that rang was answered must survive a restart: it is written at once.
 */
export function noteLeft(realm: Realm, call: Call, gone: readonly GoneSeat[]): void {
  const written = new Set(call.user_ids)
  const user_ids = usersOf(realm, call, gone).filter((id) => !written.has(id))
  const seated = realm.peers.inRoom(call.call_id)
  const [keeper] = seated
  if (call.ring_until !== null || keeper === undefined || user_ids.length > MAX_UNWRITTEN_USERS)
    return writeLeft(realm, call, gone)
  const since = keeper.facts.left?.since ?? realm.now()
  const left = { user_ids: user_ids.filter((id) => seated.every(({ user_id }) => user_id !== id)), since }
  if (left.user_ids.length > 0) realm.peers.write(keeper, { ...keeper.facts, left })
}

/** Writes who left a call, if that was a while ago. */
export function writeLeftBefore(realm: Realm, call: Call): void {
  const oldest = realm.peers.inRoom(call.call_id).map(({ facts }) => facts.left?.since ?? Infinity)
  if (Math.min(...oldest) + WRITTEN_AFTER_SECONDS <= realm.now()) writeLeft(realm, call, [])
}

/** Writes who took part, and forgets who kept it. */
function writeLeft(realm: Realm, call: Call, gone: readonly GoneSeat[]): void {
  const user_ids = usersOf(realm, call, gone)
  if (user_ids.some((id) => !call.user_ids.includes(id))) updateCall(realm, { ...call, user_ids })
  for (const peer of realm.peers.inRoom(call.call_id))
    if (peer.facts.left) {
      const { left: _, ...facts } = peer.facts
      realm.peers.write(peer, facts)
    }
}
