import * as v from 'valibot'
import { named } from '../../../api/named'
import type { ReadOnlyRealm } from '../../../realm'
import type { LocatedCall } from './access'
import { seatsOf } from './seats'

const userInCall = named(
  'UserInCall',
  v.strictObject({ user_id: v.number(), since: v.number(), video: v.boolean(), screen: v.boolean() }),
)

/** A call, as users receive it. A call in a channel has `topic`. A call in a direct conversation has `user_ids`. */
export const callShape = named(
  'Call',
  v.strictObject({
    id: v.number(),
    stream_id: v.nullable(v.number()),
    topic: v.nullable(v.string()),
    user_ids: v.nullable(v.array(v.number())),
    starter_id: v.number(),
    started_at: v.number(),
    ring_until: v.nullable(v.number()),
    people: v.array(userInCall),
  }),
)
export type WireCall = v.InferOutput<typeof callShape>

export function wireCall(realm: ReadOnlyRealm, { call, message }: LocatedCall): WireCall {
  const { stream_id, topic, people } = message.conversation
  const inCall = seatsOf(realm, call).map(({ user_id, joined_at, video, screen }) => ({
    user_id,
    since: joined_at,
    video,
    screen,
  }))
  return {
    id: call.call_id,
    stream_id,
    topic,
    user_ids: people,
    starter_id: call.starter_id,
    started_at: call.started_at,
    ring_until: call.ring_until,
    people: inCall.toSorted((a, b) => a.since - b.since || a.user_id - b.user_id),
  }
}
