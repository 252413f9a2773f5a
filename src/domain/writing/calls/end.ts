import type { Realm } from '../../../realm'
import type { CallEnd } from '../../messages/calls/call'
import { findCall, updateCall } from '../../messages/calls/storage'
import { callEnded } from './events'
import { located } from './access'
import { sessionsOf } from './media/seat-media'
import { audienceOf, noteAlone, publishPeople } from './publish'
import { isMissed } from './rules'
import { seatsOf, usersOf } from './seats'
import { sendMessage } from './send-message'

/** Ends a call, and disconnects all participants. Due work then writes into its message how it ended. */
export function endCall(realm: Realm, call_id: number, why: CallEnd): void {
  const call = findCall(realm, call_id)
  if (call === undefined || call.ended_at !== null) return
  const user_ids = usersOf(realm, call)
  const reason = isMissed(call, user_ids) ? 'missed' : why
  const ended_at = realm.now()
  const seats = [...call.away, ...realm.peers.inRoom(call_id).map(({ facts }) => facts)]
  for (const peer of realm.peers.inRoom(call_id)) {
    sendMessage(realm, peer, { end: reason })
    realm.peers.disconnect(peer, 'ended')
  }
  const closing = [...call.closing, ...sessionsOf(seats)]
  updateCall(realm, { ...call, user_ids, away: [], closing, ended_at, end_reason: reason })
  realm.wakeAt(ended_at)
  const duration = ended_at - call.started_at
  realm.publish(callEnded({ call_id, duration, count: user_ids.length, reason }), audienceOf(located(realm, call)))
}

/** Writes who took part, when the first of them leaves, and ends the call after the last one. In a transaction. */
export function afterLeaving(realm: Realm, call_id: number, user_ids: readonly number[]): void {
  const call = findCall(realm, call_id)
  if (call === undefined || call.ended_at !== null) return
  const all = [...new Set([...usersOf(realm, call), ...user_ids])]
  if (all.some((id) => !call.user_ids.includes(id))) updateCall(realm, { ...call, user_ids: all })
  if (seatsOf(realm, call).length === 0) return endCall(realm, call_id, 'last_left')
  noteAlone(realm, call_id)
  publishPeople(realm, call_id)
}
