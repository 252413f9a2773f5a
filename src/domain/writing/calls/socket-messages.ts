import * as v from 'valibot'
import { named } from '../../../api/named'
import { CALL_ENDS } from '../../messages/calls/call'
import { SOURCES } from './media/media-rules'
import { MAX_OVER_SERVER } from './rules'

const MAX_REACTION_CHARACTERS = 16
const MAX_EPOCH_CHARACTERS = 64
/** A point of the curve P-256, and a secret of 32 bytes that is encrypted for one participant. */
const MAX_KEY_CHARACTERS = 100

const integer = v.pipe(v.number(), v.safeInteger())
const reaction = v.pipe(v.string(), v.maxLength(MAX_REACTION_CHARACTERS))
const keyText = v.pipe(v.string(), v.maxLength(MAX_KEY_CHARACTERS))

/**
 * A seat of a call, as participants receive it. `hand`: the place in the order of raised hands. `media`: what the participant publishes at
 * the media server, if the call has one. `epoch` changes when all of it must be asked for again. `key`: the public key of its browser.
 */
const callSeat = named(
  'CallSeat',
  v.strictObject({
    number: v.number(),
    user_id: v.number(),
    joined_at: v.number(),
    audio: v.boolean(),
    video: v.boolean(),
    screen: v.boolean(),
    hand: v.nullable(v.number()),
    may_speak: v.boolean(),
    away: v.boolean(),
    key: v.nullable(v.string()),
    media: v.strictObject({ epoch: v.number(), sources: v.array(v.picklist(SOURCES)) }),
  }),
)
export type WireSeat = v.InferOutput<typeof callSeat>

/**
 * What two clients tell each other so that their browsers connect: descriptions and candidates as WebRTC writes them. `epoch` changes
 * when a client begins again, for example after a reload.
 */
const callSignal = named(
  'CallSignal',
  v.strictObject({
    epoch: v.pipe(v.string(), v.maxLength(MAX_EPOCH_CHARACTERS)),
    description: v.optional(
      v.object({ type: v.picklist(['offer', 'answer', 'pranswer', 'rollback']), sdp: v.optional(v.string()) }),
    ),
    candidate: v.optional(
      v.object({
        candidate: v.optional(v.string()),
        sdpMid: v.optional(v.nullable(v.string())),
        sdpMLineIndex: v.optional(v.nullable(v.number())),
        usernameFragment: v.optional(v.nullable(v.string())),
      }),
    ),
  }),
)

const participantState = v.partial(
  v.strictObject({ audio: v.boolean(), video: v.boolean(), screen: v.boolean(), hand: v.boolean(), key: keyText }),
)
export type StateChange = v.InferOutput<typeof participantState>

/** What a participant sends on the socket. `lost`: nothing came from this participant for seconds. `keys`: the own secret for others. */
export const fromParticipant = named(
  'MessageToCall',
  v.union([
    v.strictObject({ state: participantState }),
    v.strictObject({ to: integer, signal: callSignal }),
    v.strictObject({ react: reaction }),
    v.strictObject({
      keys: v.pipe(v.array(v.strictObject({ to: integer, sealed: keyText })), v.maxLength(MAX_OVER_SERVER)),
    }),
    v.strictObject({ lost: integer }),
    v.strictObject({ leave: v.literal(true) }),
  ]),
)
export type FromParticipant = v.InferOutput<typeof fromParticipant>

/** Why the realm did not change a state: the participant may only listen, or too many take part, or too often, or no screens. */
const REFUSALS = ['listens', 'full', 'often', 'screen'] as const
export type StateRefusal = (typeof REFUSALS)[number]

/** Why a participant is in the call no more: it ended, or the participant joined elsewhere, was removed, or lost a right. */
const SEAT_ENDS = [...CALL_ENDS, 'moved', 'removed', 'no_access'] as const

/** What a participant receives on the socket. `roster` has all seats, and `n` is the number of the own one. */
export const toParticipant = named(
  'MessageFromCall',
  v.union([
    v.strictObject({ roster: v.array(callSeat), n: v.number() }),
    v.strictObject({ from: v.number(), signal: callSignal }),
    v.strictObject({ from: v.number(), react: reaction }),
    v.strictObject({ from: v.number(), sealed: keyText }),
    v.strictObject({ refused: v.picklist(REFUSALS) }),
    v.strictObject({ mute: v.literal(true) }),
    v.strictObject({ end: v.picklist(SEAT_ENDS) }),
  ]),
)
export type ToParticipant = v.InferOutput<typeof toParticipant>
