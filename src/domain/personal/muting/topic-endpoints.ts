import { tooLong } from '../../../api/parameter-errors'
import { naturalNumber, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { invalidChannelId, invalidChannelName } from '../../channels/channels/rules'
import { findChannel, findChannelByName } from '../../channels/channels/storage'
import { findVisibleTopic } from '../../messages/topic-list/visible-topics'
import { oneChannelExpected } from '../../writing/sending/rules'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import { anyUser } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { setVisibilityPolicy, unmuteTopic, type RequestedVisibility } from '../../channels/user-topics/actions'
import {
  tooManyUserTopics,
  tooManyMutedTopics,
  Visibility,
  VISIBILITY_POLICIES,
} from '../../channels/user-topics/rules'

export const updateUserTopic = endpoint.decision({
  route: 'POST /user_topics',
  summary: 'Mute, unmute or follow a topic, or leave it to its channel again.',
  caller: anyUser,
  params: { stream_id: naturalNumber(), topic: shortText(), visibility_policy: oneOf(VISIBILITY_POLICIES) },
  returns: {},
  errors: [invalidChannelId, tooLong, tooManyUserTopics, tooManyMutedTopics],
  decide: (realm, actor, wanted) => setVisibilityPolicy(realm, actor, spelled(realm, actor, wanted)),
})

export const muteTopic = endpoint.decision({
  route: 'PATCH /users/me/subscriptions/muted_topics',
  summary: 'Mute a topic, or unmute it.',
  deprecated: true,
  caller: anyUser,
  params: {
    stream_id: optional(naturalNumber()),
    stream: optional(shortText()),
    topic: shortText(),
    op: oneOf(['add', 'remove']),
  },
  returns: {},
  errors: [invalidChannelId, invalidChannelName, oneChannelExpected, tooLong, tooManyUserTopics, tooManyMutedTopics],
  decide: (realm, actor, { op, topic, ...channel }) => {
    const stream_id = channelMeant(realm, actor, channel)
    if (op === 'remove') unmuteTopic(realm, actor, { stream_id, topic })
    else
      setVisibilityPolicy(
        realm,
        actor,
        spelled(realm, actor, { stream_id, topic, visibility_policy: Visibility.muted }),
      )
  },
})

/** The choice with the topic's own spelling, if the actor knows the topic: an unknown one must not show that it exists. */
function spelled(realm: Realm, actor: User, wanted: RequestedVisibility): RequestedVisibility {
  const channel = findReadableChannel(realm, actor, wanted.stream_id)
  const known = channel && findVisibleTopic(realm, actor, channel, resolveTopicName(wanted.topic))
  return known ? { ...wanted, topic: known.topic } : wanted
}

type Said = { stream_id?: number; stream?: string }

// Whoever left a channel may still unmute in it by its id; by name only those may ask who can read it.
function channelMeant(realm: Realm, actor: User, { stream_id, stream }: Said): number {
  if ((stream_id === undefined) === (stream === undefined)) throw oneChannelExpected({})
  if (stream_id !== undefined) {
    if (findChannel(realm, stream_id) === undefined) throw invalidChannelId({})
    return stream_id
  }
  const name = stream ?? ''
  const named = findChannelByName(realm, name)
  if (named === undefined || findReadableChannel(realm, actor, named.stream_id) === undefined)
    throw invalidChannelName({ name })
  return named.stream_id
}
