import type { Realm } from '../../../realm'
import type { CallEnd } from '../../messages/calls/call'
import { findCall, noteEnded, updateCall } from '../../messages/calls/storage'
import { callEnded } from './events'
import { located } from './access'
import { sessionsOf } from './media/seat-media'
import { audienceOf, noteAlone, publishPeople } from './publish'
import { isMissed } from './rules'
import { seatsOf, usersOf, type GoneSeat } from './seats'
import { noteLeft } from './left'
import { sendMessage } from './send-message'

/**
 * Ends a call, and disconnects all participants. Due work then writes into its message how it ended. `gone`: who has just left it. An end
 * that the realm would notice again after a restart writes no row.
 */
export function endCall(realm: Realm, call_id: number, why: CallEnd, gone: readonly GoneSeat[] = []): void {
  const call = findCall(realm, call_id)
  if (call === undefined || call.ended_at !== null) return
  const user_ids = usersOf(realm, call, gone)
  const reason = isMissed(call, user_ids) ? 'missed' : why
  const ended_at = realm.now()
  const seats = [...call.away, ...realm.peers.inRoom(call_id).map(({ facts }) => facts)]
  for (const peer of realm.peers.inRoom(call_id)) {
    sendMessage(realm, peer, { end: reason })
    realm.peers.disconnect(peer, 'ended')
  }
  // Sessions that were closed once have no sender any more.
  const closing = [...call.closing.filter(({ again_at }) => again_at === undefined), ...sessionsOf(seats)]
  const ended = { ...call, user_ids, away: [], closing, ended_at, end_reason: reason }
  if (reason === 'last_left' && closing.length === 0) noteEnded(realm, ended)
  else updateCall(realm, ended)
  realm.wakeAt(ended_at)
  const duration = ended_at - call.started_at
  realm.publish(callEnded({ call_id, duration, count: user_ids.length, reason }), audienceOf(located(realm, call)))
}

/** Notes who took part, and ends the call after the last one. In a transaction. */
export function afterLeaving(realm: Realm, call_id: number, gone: readonly GoneSeat[]): void {
  const call = findCall(realm, call_id)
  if (call === undefined || call.ended_at !== null) return
  if (seatsOf(realm, call).length === 0) return endCall(realm, call_id, 'last_left', gone)
  noteLeft(realm, call, gone)
  noteAlone(realm, call_id)
  publishPeople(realm, call_id)
}
