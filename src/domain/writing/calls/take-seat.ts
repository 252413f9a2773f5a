import type { CallSeat, Realm } from '../../../realm'
import { updateCall } from '../../messages/calls/storage'
import { addFlag } from '../../messages/read-state/actions'
import type { User } from '../../people/users/user'
import { maySpeak, requireJoinableCall } from './access'
import { afterLeaving } from './end'
import { followRights } from './follow-rights'
import { releaseMedia } from './media/seat-media'
import { noteAlone, publishPeople } from './publish'
import { joinedAtIn, refusalOfSeats, seatIsInvalid } from './rules'
import { seatsOf, type Seat } from './seats'
import { sendMessage } from './send-message'

/** `rooms`: the calls whose seats changed. */
type TakenSeat = { socket: WebSocket; rooms: number[] }

export type Claim = { call_id: number; number: number; token: string }

/**
 * Gives a seat to the client that opened a socket, and returns the other end. The seat may be new, or that of a connection that was
 * lost. The user leaves all other seats, also those of another call.
 */
export function takeSeat(realm: Realm, actor: User, { call_id, number, token }: Claim): TakenSeat {
  const joined = requireJoinableCall(realm, actor, call_id)
  const { call } = joined
  const { user_id } = actor
  const joined_at = joinedAtIn(token, { call, number, user_id })
  if (joined_at === undefined) throw seatIsInvalid({})
  const kept = seatsOf(realm, call).find((seat) => seat.number === number)
  const others = seatsOf(realm, call).filter((seat) => seat.user_id !== user_id)
  const refusal = kept === undefined ? refusalOfSeats(call, others) : undefined
  if (refusal) throw refusal
  const wasAway = call.away.some((seat) => seat.user_id === user_id)
  if (wasAway || call.rings_for.includes(user_id))
    updateCall(realm, {
      ...call,
      away: call.away.filter((seat) => seat.user_id !== user_id),
      rings_for: call.rings_for.filter((id) => id !== user_id),
    })
  const left = realm.peers.ofUser(user_id)
  for (const peer of left) {
    if (peer.number !== number) sendMessage(realm, peer, { end: 'moved' })
    realm.peers.disconnect(peer, 'replaced')
  }
  const moved = left.filter((peer) => peer.number !== number)
  for (const peer of moved) releaseMedia(realm, peer.room, [peer.facts])
  const seatsIn = (room: number) =>
    left.filter((peer) => peer.room === room).map(({ facts }) => ({ ...facts, user_id }))
  const facts = kept
    ? seatFrom(kept)
    : { ...newSeat(joined_at, maySpeak(realm, actor, joined)), ...keptBy(seatsIn(call_id)) }
  const session_id = realm.session.id ?? null
  const socket = realm.peers.accept({ room: call_id, number, user_id, session_id, opened_at: realm.now(), facts })
  // A right may have been lost while no socket was open.
  followRights(realm, call_id)
  // A user who answers elsewhere than in the list of messages has read it.
  if (joined.message.conversation.stream_id === null) addFlag(realm, actor, 'read', [call_id])
  for (const room of new Set(left.map((peer) => peer.room)))
    if (room !== call_id) afterLeaving(realm, room, seatsIn(room))
  noteAlone(realm, call_id)
  publishPeople(realm, call_id)
  return { socket, rooms: [call_id, ...left.map((peer) => peer.room)] }
}

/** Returns what the realm knows about the participant who takes the seat again. */
const seatFrom = ({ number: _, user_id: __, away: ___, ...facts }: Seat): CallSeat => ({ ...facts, alone_since: null })

/** What another device of the user knew about who left. */
function keptBy(seats: readonly CallSeat[]): Pick<CallSeat, 'left'> {
  const left = seats.find((seat) => seat.left)?.left
  return left ? { left } : {}
}

const newSeat = (joined_at: number, may_speak: boolean): CallSeat => ({
  joined_at,
  audio: may_speak,
  video: false,
  screen: false,
  hand: null,
  may_speak,
  alone_since: null,
})
