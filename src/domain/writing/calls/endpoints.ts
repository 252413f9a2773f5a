import * as v from 'valibot'
import { needsSocket, otherSiteNeedsTicket } from '../../../api/callers'
import { tooLong } from '../../../api/parameter-errors'
import { ids, naturalNumber, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { missingTopic } from '../../channels/topics/rules'
import { TRANSPORTS } from '../../messages/calls/call'
import { humans } from '../../people/users/callers'
import { MAX_RECIPIENTS } from '../../realm/settings/limits'
import { sendingErrors } from '../sending/errors'
import { missingChannel, missingTo } from '../typing/rules'
import { declineCall, endCallForAll, muteParticipant, removeParticipant } from './actions'
import { visibleCalls } from './events'
import { iceServer, iceServers } from './ice-servers'
import { sendRoster } from './publish'
import {
  callDoesNotExist,
  callingTooOften,
  callIsFull,
  noOtherParticipant,
  notPermittedToJoinCalls,
  notPermittedToModerate,
  notPermittedToStartCalls,
  participantDoesNotExist,
  seatIsInvalid,
  tooManyCalls,
} from './rules'
import { fromParticipant, toParticipant } from './socket-messages'
import { startOrJoinCall, type CallPlace } from './start'
import { takeSeat } from './take-seat'
import { callShape, wireCall } from './wire-call'

type Place = { type: string; to?: number[] | undefined; stream_id?: number | undefined; topic?: string | undefined }

function placeOf({ type, to, stream_id, topic }: Place): CallPlace {
  if (type === 'direct') {
    if (to === undefined) throw missingTo({})
    return { to }
  }
  if (stream_id === undefined) throw missingChannel({})
  if (topic === undefined) throw missingTopic({})
  return { stream_id, topic }
}

export const startOrJoin = endpoint.decision({
  route: 'POST /parley/calls',
  summary: 'Start a call in a topic or a direct conversation, or get a seat in the call that runs there.',
  note: 'A new call sends a message with a link to it. The client then opens the WebSocket of the call with `participant` and `token`.',
  caller: humans,
  params: {
    type: oneOf(['direct', 'stream']),
    to: optional(ids(MAX_RECIPIENTS)),
    stream_id: optional(naturalNumber()),
    topic: optional(shortText()),
  },
  returns: {
    call: callShape,
    participant: v.number(),
    token: v.string(),
    transport: v.picklist(TRANSPORTS),
    ice_servers: v.array(iceServer),
    relay_only: v.boolean(),
  },
  errors: [
    ...sendingErrors,
    missingTo,
    missingChannel,
    invalidChannelId,
    tooLong,
    noOtherParticipant,
    notPermittedToStartCalls,
    notPermittedToJoinCalls,
    tooManyCalls,
    callingTooOften,
    callIsFull,
  ],
  decide: (realm, actor, place) => {
    const { number, token, ...entry } = startOrJoinCall(realm, actor, placeOf(place))
    return {
      call: wireCall(realm, entry),
      participant: number,
      token,
      transport: entry.call.transport,
      ice_servers: iceServers(realm, entry.call.call_id),
      relay_only: realm.config.calls.direct.relay_only,
    }
  },
})

export const getCalls = endpoint.decision({
  route: 'GET /parley/calls',
  summary: 'Get the calls that run and that you can see, with the people in them.',
  caller: humans,
  params: {},
  returns: { calls: v.array(callShape) },
  errors: [],
  decide: (realm, actor) => ({ calls: visibleCalls(realm, actor) }),
})

export const openCallSocket = endpoint.listener({
  route: 'GET /parley/calls/:call_id/socket',
  socket: { sends: fromParticipant, receives: toParticipant },
  summary: 'Take a seat in a call, with a WebSocket. While it is open, you are in the call.',
  note: 'After a connection was lost, the same address takes the same seat again.',
  caller: humans,
  params: { call_id: naturalNumber(), participant: naturalNumber(), token: shortText() },
  returns: {},
  errors: [callDoesNotExist, notPermittedToJoinCalls, seatIsInvalid, callIsFull, needsSocket, otherSiteNeedsTicket],
  decide: (realm: Realm, actor, { call_id, participant: number, token }) => {
    const { socket, rooms } = realm.transaction(() => takeSeat(realm, actor, { call_id, number, token }))
    for (const room of new Set(rooms)) sendRoster(realm, room)
    return { socket }
  },
})

export const decline = endpoint.decision({
  route: 'POST /parley/calls/:call_id/decline',
  summary: 'Decline a call that rings. The caller learns of it.',
  caller: humans,
  params: { call_id: naturalNumber() },
  returns: {},
  errors: [callDoesNotExist],
  decide: (realm, actor, { call_id }) => declineCall(realm, actor, call_id),
})

export const endForAll = endpoint.decision({
  route: 'POST /parley/calls/:call_id/end',
  summary: 'End a call for everyone.',
  note: 'In a channel, only users who administer the channel may do this. In a direct conversation, each of its users may.',
  caller: humans,
  params: { call_id: naturalNumber() },
  returns: {},
  errors: [callDoesNotExist, notPermittedToModerate],
  decide: (realm, actor, { call_id }) => endCallForAll(realm, actor, call_id),
})

const moderation = {
  caller: humans,
  params: { call_id: naturalNumber(), participant: naturalNumber() },
  returns: {},
  errors: [callDoesNotExist, notPermittedToModerate, participantDoesNotExist],
}

export const remove = endpoint.decision({
  ...moderation,
  route: 'DELETE /parley/calls/:call_id/participants/:participant',
  summary: 'Remove a participant from a call.',
  note: 'The user can join again. In a channel, only users who administer the channel may do this.',
  decide: (realm, actor, { call_id, participant: number }) => removeParticipant(realm, actor, { call_id, number }),
})

export const mute = endpoint.decision({
  ...moderation,
  route: 'POST /parley/calls/:call_id/participants/:participant/mute',
  summary: 'Mute a participant of a call. The client of the participant does it.',
  decide: (realm, actor, { call_id, participant: number }) => muteParticipant(realm, actor, { call_id, number }),
})
