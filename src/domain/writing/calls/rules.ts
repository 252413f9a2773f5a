import { createHmac } from 'node:crypto'
import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { sameSecret } from '../../../api/callers'
import type { CallSeat } from '../../../realm'
import type { AwaySeat, Call, CallEnd, Transport } from '../../messages/calls/call'

export const callDoesNotExist = badRequest(() => 'This call does not exist, or has ended.')
export const notPermittedToStartCalls = badRequest(() => 'You do not have permission to start calls.')
export const notPermittedToJoinCalls = badRequest(() => 'You do not have permission to join calls.')
export const notPermittedToModerate = badRequest(() => 'You do not have permission to do this in the call.')
export const noOtherParticipant = badRequest(() => 'A call needs a conversation with other people.')
export const tooManyCalls = badRequest(() => 'Too many calls run in this organization. Try again when one has ended.')
export const callingTooOften = badRequest(() => 'You started too many calls. Try again in some minutes.')
export const notPermittedToShow = badRequest(() => 'You do not have permission to send this in the call.')
export const seatIsInvalid = badRequest(() => 'This place in the call is not valid any more. Join again.')
export const participantDoesNotExist = badRequest(() => 'This participant has left.')
export const callIsFull = apiError(
  'PARLEY_CALL_IS_FULL',
  ({ most }: { most: number; with_video: boolean }) => `This call has ${most} people, and no more can join.`,
)

/** The most people of a call whose media go from browser to browser: with only voices, and while one shows a camera or a screen. */
export const MAX_VOICES = 6
export const MAX_WITH_VIDEO = 4
/** The most people of a call over the media server. */
export const MAX_OVER_SERVER = 50
export const MAX_RUNNING_CALLS = 200
/** In larger direct conversations a call does not ring. */
export const MAX_PEOPLE_TO_RING = 8

export const RING_SECONDS = 45
/** For so long, the seat of a participant whose socket closed is kept. */
export const AWAY_SECONDS = 20
/** A call without any participant ends after this time: the realm was restarted, and no client came back. */
export const EMPTY_SECONDS = 30
export const ALONE_SECONDS = 30 * 60
export const LONGEST_CALL_SECONDS = 24 * 3600
/** A participant who sent no ping for so long, when the realm looks, is not connected. */
export const SILENT_SECONDS = 35
/** How often the realm looks while nothing else happens. */
export const CHECK_SECONDS = 300

export const START_LIMITS = [
  { seconds: 60, most: 5 },
  { seconds: 3600, most: 30 },
]
/** The messages of one participant: signals to others, and states. */
export const MESSAGE_LIMITS = [{ seconds: 10, most: 240 }]
/** How often a participant may show or hide a camera or a screen: each time, all who can see the call receive an event. */
export const SHOWING_LIMITS = [{ seconds: 60, most: 30 }]
export const MAX_MESSAGE_CHARACTERS = 65_536

/** How the media of a new call go. Two people need no server between them. `people`: of a direct conversation. */
export const transportOf = (hasServer: boolean, people: readonly number[] | null): Transport =>
  hasServer && people?.length !== 2 ? 'sfu' : 'mesh'

/** Returns why one more user cannot join. `seats` are those of others. */
export function refusalOfSeats(
  { transport }: Pick<Call, 'transport'>,
  seats: readonly Pick<CallSeat, 'video' | 'screen'>[],
): ApiError | undefined {
  if (transport === 'sfu')
    return seats.length < MAX_OVER_SERVER ? undefined : callIsFull({ most: MAX_OVER_SERVER, with_video: false })
  const with_video = seats.some(({ video, screen }) => video || screen)
  const most = with_video ? MAX_WITH_VIDEO : MAX_VOICES
  return seats.length < most ? undefined : callIsFull({ most, with_video })
}

/** Returns whether one of so many participants may show a camera or a screen. */
export const mayShow = ({ transport }: Pick<Call, 'transport'>, participants: number): boolean =>
  transport === 'sfu' || participants <= MAX_WITH_VIDEO

/** What a participant may do besides listening. */
export type SeatRights = { may_speak: boolean; may_show_screen: boolean }

/** Returns what a participant does, and may not do any more, as a word for the client. */
export function lossOf(seat: CallSeat, { may_speak, may_show_screen }: SeatRights): 'listens' | 'screen' | undefined {
  if (seat.may_speak && !may_speak) return 'listens'
  const showsScreen =
    seat.screen || seat.media?.sources.some((source) => source === 'screen' || source === 'screenSound')
  return showsScreen && !may_show_screen ? 'screen' : undefined
}

/** Returns a seat without what its participant may not do. */
export const seatWithin = (seat: CallSeat, { may_speak, may_show_screen }: SeatRights): CallSeat => ({
  ...seat,
  may_speak,
  audio: seat.audio && may_speak,
  video: seat.video && may_speak,
  screen: seat.screen && may_speak && may_show_screen,
})

/** The right to a seat, which only the realm can write. The seat itself is stored nowhere. */
type SeatClaim = { call: Pick<Call, 'call_id' | 'secret'>; number: number; user_id: number; joined_at: number }

export function seatToken({ call, number, user_id, joined_at }: SeatClaim): string {
  const text = `${call.call_id} ${number} ${user_id} ${joined_at}`
  return `${joined_at}.${createHmac('sha256', call.secret).update(text).digest('base64url')}`
}

/** Returns when the participant joined, if the realm wrote the token for this seat. */
export function joinedAtIn(token: string, claim: Omit<SeatClaim, 'joined_at'>): number | undefined {
  const joined_at = Number(token.split('.')[0])
  if (!Number.isSafeInteger(joined_at)) return undefined
  return sameSecret(token, seatToken({ ...claim, joined_at })) ? joined_at : undefined
}

/** A call that rang, and that no user but its starter joined. */
export const isMissed = ({ ring_until, starter_id }: Call, user_ids: readonly number[]): boolean =>
  ring_until !== null && user_ids.every((id) => id === starter_id)

type Look = { seats: readonly Pick<CallSeat, 'alone_since'>[]; user_ids: readonly number[]; now: number }

/** Returns why a call ends now, or undefined. */
export function reasonToEnd(call: Call, { seats, user_ids, now }: Look): CallEnd | undefined {
  if (call.ring_until !== null && now >= call.ring_until && isMissed(call, user_ids)) return 'missed'
  if (call.empty_since !== null && now >= call.empty_since + EMPTY_SECONDS) return 'last_left'
  const isForgotten = seats.some(({ alone_since }) => alone_since !== null && now >= alone_since + ALONE_SECONDS)
  return isForgotten || now >= call.started_at + LONGEST_CALL_SECONDS ? 'too_long' : undefined
}

/** Returns the time at which the realm must look at a call again. */
export function nextLook(call: Call, seats: readonly CallSeat[], now: number): number {
  const times = [
    call.started_at + LONGEST_CALL_SECONDS,
    now + CHECK_SECONDS,
    ...(call.ring_until !== null && call.ring_until > now ? [call.ring_until] : []),
    ...(call.empty_since !== null && seats.length === 0 ? [call.empty_since + EMPTY_SECONDS] : []),
    ...call.away.map(({ until }: AwaySeat) => until),
    ...seats.flatMap(({ alone_since }) => (alone_since === null ? [] : [alone_since + ALONE_SECONDS])),
  ]
  return Math.min(...times)
}
