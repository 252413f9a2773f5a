import type { Realm } from '../../../realm'
import { updateCall } from '../../messages/calls/storage'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { requireCall, requireModerator } from './access'
import { endCall } from './end'
import { callDeclined } from './events'
import { releaseMedia } from './media/seat-media'
import { noteAlone, publishPeople } from './publish'
import { participantDoesNotExist } from './rules'
import { usersOf } from './seats'
import { sendMessage } from './send-message'

type Participant = { call_id: number; number: number }

/** Declines a call that rings. The caller and the other clients of the actor learn of it. */
export function declineCall(realm: Realm, actor: User, call_id: number): void {
  const { call, message } = requireCall(realm, actor, call_id)
  const { people } = message.conversation
  const { starter_id } = call
  if (call.rings_for.includes(actor.user_id))
    updateCall(realm, { ...call, rings_for: call.rings_for.filter((id) => id !== actor.user_id) })
  realm.publish(
    callDeclined({ call_id, user_id: actor.user_id }),
    onlyUsers({ user_ids: [...new Set([actor.user_id, starter_id])] }),
  )
  // In a conversation of two, no other user can answer.
  const isOnlyCallee = people?.length === 2 && actor.user_id !== starter_id
  if (isOnlyCallee && usersOf(realm, call).every((id) => id === starter_id)) endCall(realm, call_id, 'missed')
}

/** Ends a call for all. */
export function endCallForAll(realm: Realm, actor: User, call_id: number): void {
  requireModerator(realm, actor, requireCall(realm, actor, call_id))
  recordAudit(realm, 'call_moderated', {}, { call_id, change: 'ended' })
  endCall(realm, call_id, 'ended')
}

/** Removes a participant, who may join again. */
export function removeParticipant(realm: Realm, actor: User, { call_id, number }: Participant): void {
  const found = requireCall(realm, actor, call_id)
  requireModerator(realm, actor, found)
  const peer = realm.peers.inRoom(call_id).find((each) => each.number === number)
  if (peer === undefined) throw participantDoesNotExist({})
  recordAudit(realm, 'call_moderated', { user_id: peer.user_id }, { call_id, change: 'removed' })
  sendMessage(realm, peer, { end: 'removed' })
  realm.peers.disconnect(peer, 'ended')
  const gone = { ...peer.facts, user_id: peer.user_id }
  updateCall(realm, { ...found.call, user_ids: usersOf(realm, found.call, [gone]) })
  releaseMedia(realm, call_id, [gone], true)
  noteAlone(realm, call_id)
  publishPeople(realm, call_id)
  realm.wakeAt(realm.now())
}

/** Asks the client of a participant to mute itself. */
export function muteParticipant(realm: Realm, actor: User, { call_id, number }: Participant): void {
  requireModerator(realm, actor, requireCall(realm, actor, call_id))
  const peer = realm.peers.inRoom(call_id).find((each) => each.number === number)
  if (peer === undefined) throw participantDoesNotExist({})
  sendMessage(realm, peer, { mute: true })
}
