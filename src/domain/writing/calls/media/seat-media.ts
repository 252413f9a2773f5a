import type { CallSeat, ReadOnlyRealm, Realm } from '../../../../realm'
import { cacheKey } from '../../../../store/realm-cache'
import type { ClosingSession } from '../../../messages/calls/call'
import { findCall, updateCall } from '../../../messages/calls/storage'
import type { User } from '../../../people/users/user'
import { outsidePolicy } from '../../../realm/settings/outside-policy'
import { requireJoinableCall, type LocatedCall } from '../access'
import { participantDoesNotExist } from '../rules'
import { seatsOf } from '../seats'
import type { Participant } from '../send-message'
import { callHasNoMediaServer, type Source } from './media-rules'
import type { MediaServer, Locator } from './media-server'

/** The seat of a participant in a call over the media server, for a request of its client. */
export type MediaSeat = LocatedCall & { peer: Participant; at: MediaServer }

/** Returns the own seat of a user. Throws if the user is not connected to the call, or if its media go from browser to browser. */
export function requireMediaSeat(realm: Realm, actor: User, { call_id, participant }: SeatName): MediaSeat {
  const found = requireJoinableCall(realm, actor, call_id)
  const { sfu } = realm.config.calls
  if (found.call.transport !== 'sfu' || sfu === undefined) throw callHasNoMediaServer({})
  const own = ({ number, user_id }: Participant) => number === participant && user_id === actor.user_id
  const peer = realm.peers.inRoom(call_id).find(own)
  if (peer === undefined) throw participantDoesNotExist({})
  return { ...found, peer, at: { sfu, policy: outsidePolicy(realm) } }
}

export type SeatName = { call_id: number; participant: number }

type Media = NonNullable<CallSeat['media']>

export const NO_MEDIA: Media = { up: null, down: null, epoch: 0, sources: [] }

export const mediaOf = ({ media }: CallSeat): Media => media ?? NO_MEDIA

export const writeMedia = (realm: Realm, peer: Participant, change: Partial<Media>): void =>
  realm.peers.write(peer, { ...peer.facts, media: { ...mediaOf(peer.facts), ...change } })

/** Returns where the media server has a track of a participant of the same call. */
export function locatorOf(
  realm: ReadOnlyRealm,
  { call }: LocatedCall,
  { participant, source }: { participant: number; source: Source },
): Locator | undefined {
  const seat = seatsOf(realm, call).find(({ number }) => number === participant)
  const media = seat && mediaOf(seat)
  return media?.up && media.sources.includes(source) ? { sessionId: media.up, trackName: source } : undefined
}

/**
 * Closes the sessions of seats at the media server: a participant whose right ended must not go on there. Due work does it. `is_lost`: the
 * participant lost a right, and a request that the realm allowed before must not help.
 */
export function releaseMedia(realm: Realm, call_id: number, seats: readonly CallSeat[], is_lost = false): void {
  const sessions = sessionsOf(seats).map((session) => (is_lost ? { ...session, is_lost } : session))
  const call = sessions.length > 0 ? findCall(realm, call_id) : undefined
  if (call === undefined) return
  updateCall(realm, { ...call, closing: [...call.closing, ...sessions] })
  realm.wakeAt(realm.now())
}

/** Returns the sessions of seats, which are still to be closed. */
export const sessionsOf = (seats: readonly CallSeat[]): ClosingSession[] =>
  seats.flatMap((seat) => {
    const { up, down } = mediaOf(seat)
    return [up, down].flatMap((session_id) => (session_id === null ? [] : [{ session_id, attempts: 0 }]))
  })

/**
 * Ends what a participant publishes. The seat looks like that of a realm that was restarted: the client begins new sessions, and publishes
 * what it still may.
 */
export function forgetPublished(realm: Realm, peer: Participant): void {
  if (peer.facts.media === undefined) return
  releaseMedia(realm, peer.room, [{ ...peer.facts, media: { ...peer.facts.media, down: null } }], true)
  writeMedia(realm, peer, { up: null, epoch: 0, sources: [] })
}

const leftCache = cacheKey<Map<number, ClosingSession[]>>({ survivesRollback: true })

const left = (realm: Realm): Map<number, ClosingSession[]> => realm.cache.get(leftCache, () => new Map())

/** As `releaseMedia`, for a participant who leaves and may come back at any time. It writes no row unless the media server fails. */
export function releaseLeft(realm: Realm, call_id: number, seat: CallSeat): void {
  const sessions = sessionsOf([seat])
  if (sessions.length === 0) return
  left(realm).set(call_id, [...(left(realm).get(call_id) ?? []), ...sessions])
  realm.wakeAt(realm.now())
}

/** Returns the sessions that `releaseLeft` was called with since the last time. */
export function takeLeft(realm: Realm, call_id: number): ClosingSession[] {
  const sessions = left(realm).get(call_id) ?? []
  left(realm).delete(call_id)
  return sessions
}
