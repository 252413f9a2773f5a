import * as v from 'valibot'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import type { Queue } from '../../../events/queue'
import { answerCode } from '../../messages/calls/answer-code'
import { CALL_ENDS, TRANSPORTS, type CallEnd } from '../../messages/calls/call'
import { runningCalls } from '../../messages/calls/storage'
import type { User } from '../../people/users/user'
import { canSeeCall, located } from './access'
import { MAX_OVER_SERVER, MAX_VOICES, MAX_WITH_VIDEO } from './rules'
import { callShape, wireCall, type WireCall } from './wire-call'

const recipients = { channel_message_readers: true, users: 'the users of the direct conversation' } as const

type AnswerCodes = Readonly<Record<number, string>>

export const callStarted = event<{ call: WireCall; rings_for: readonly number[]; answer_codes?: AnswerCodes }>({
  type: 'parley_call',
  op: 'start',
  summary:
    'A call began. `rings` says whether it rings for the user: not in channels, and not for users who must not be disturbed.',
  recipients,
  fields: { call: callShape, rings: v.boolean(), answer_code: v.optional(v.string()) },
  updates: 'parley_call',
  encode: (_, { call }) => ({ call }),
  // An event of an earlier version has no codes.
  personal: (_, { rings_for, answer_codes }, { user_id }: Queue) => ({
    rings: rings_for.includes(user_id),
    ...(answer_codes?.[user_id] === undefined ? {} : { answer_code: answer_codes[user_id] }),
  }),
  repeats: () => undefined,
})

export const callPeopleChanged = event<{ call: WireCall }>({
  type: 'parley_call',
  op: 'people',
  summary: 'A user joined or left a call, or shows a camera or a screen, or hides it. Or its topic was moved.',
  recipients,
  isEphemeral: true,
  fields: { call: callShape },
  updates: 'parley_call',
})

export const callDeclined = event<{ call_id: number; user_id: number }>({
  type: 'parley_call',
  op: 'declined',
  summary: 'A user declined a call that rings. The clients of this user stop ringing.',
  recipients: { users: 'the user, and the user who started the call' },
  isEphemeral: true,
  fields: { call_id: v.number(), user_id: v.number() },
  updates: 'parley_call',
})

export const callEnded = event<{ call_id: number; duration: number; count: number; reason: CallEnd }>({
  type: 'parley_call',
  op: 'end',
  summary: 'A call ended, after so many seconds and with so many users. Its message says it too.',
  recipients: { ...recipients, channel_readers: true },
  fields: { call_id: v.number(), duration: v.number(), count: v.number(), reason: v.picklist(CALL_ENDS) },
  updates: 'parley_call',
})

/** Returns the calls that run and that the user sees. */
export const visibleCalls = (realm: ReadOnlyRealm, user: User): WireCall[] =>
  runningCalls(realm).flatMap((call) => {
    const found = located(realm, call)
    return canSeeCall(realm, user, found) ? [wireCall(realm, found)] : []
  })

export const callState = stateSlice({
  fetchedFor: ['parley_call'],
  fields: {
    parley_calls: v.array(callShape),
    /** The calls that ring for the user until their `ring_until`. */
    parley_ringing_calls: v.array(v.number()),
    /** By the ids of these calls: what the link of their notification has, and no other link. */
    parley_answer_codes: v.record(v.string(), v.string()),
    parley_calls_available: v.strictObject({
      transport: v.picklist(TRANSPORTS),
      max_people: v.number(),
      max_video: v.number(),
    }),
  },
  read(realm: ReadOnlyRealm, actor: User) {
    const ringing = runningCalls(realm).filter(({ rings_for }) => rings_for.includes(actor.user_id))
    return {
      parley_calls: visibleCalls(realm, actor),
      parley_ringing_calls: ringing.map(({ call_id }) => call_id),
      parley_answer_codes: Object.fromEntries(ringing.map((call) => [call.call_id, answerCode(call, actor.user_id)])),
      parley_calls_available:
        realm.config.calls.sfu === undefined
          ? { transport: 'mesh', max_people: MAX_VOICES, max_video: MAX_WITH_VIDEO }
          : { transport: 'sfu', max_people: MAX_OVER_SERVER, max_video: MAX_OVER_SERVER },
    }
  },
})
