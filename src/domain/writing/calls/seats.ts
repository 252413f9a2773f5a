import type { CallSeat, ReadOnlyRealm } from '../../../realm'
import type { Call } from '../../messages/calls/call'
import type { WireSeat } from './socket-messages'

/** A seat of a call: of a participant who is connected, or who was a moment ago. */
export type Seat = CallSeat & { number: number; user_id: number; away: boolean }

/** Returns the seats of a call. */
export const seatsOf = (realm: ReadOnlyRealm, { call_id, away }: Call): Seat[] => [
  ...realm.peers
    .inRoom(call_id)
    .map(({ number, user_id, facts }) => ({ ...facts, number, user_id, away: false }))
    .toSorted((a, b) => a.joined_at - b.joined_at || a.number - b.number),
  ...away.map(({ until: _, ...seat }) => ({ ...seat, away: true })),
]

/** Returns the users who took part in a call, each of them once. `gone`: seats that have just left it. */
export const usersOf = (realm: ReadOnlyRealm, call: Call, gone: readonly GoneSeat[] = []): number[] => [
  ...new Set([...call.user_ids, ...[...seatsOf(realm, call), ...gone].flatMap(namesIn)]),
]

/** A seat that is not in the call any more. */
export type GoneSeat = Pick<CallSeat, 'left'> & { user_id: number }

const namesIn = ({ user_id, left }: GoneSeat): number[] => [user_id, ...(left?.user_ids ?? [])]

/** Returns the seats as the participants receive them. */
export const rosterOf = (realm: ReadOnlyRealm, call: Call): WireSeat[] =>
  seatsOf(realm, call).map(({ alone_since: _, left: __, media, key, ...seat }) => ({
    ...seat,
    key: key ?? null,
    media: { epoch: media?.epoch ?? 0, sources: [...(media?.sources ?? [])] },
  }))
