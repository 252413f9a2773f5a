import { tooLong } from '../../../api/parameter-errors'
import { naturalNumber, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
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
  summary: 'Set the visibility policy of a topic: mute, unmute or follow it, or remove the policy.',
  caller: anyUser,
  params: { stream_id: naturalNumber(), topic: shortText(), visibility_policy: oneOf(VISIBILITY_POLICIES) },
  returns: {},
  errors: [invalidChannelId, tooLong, tooManyUserTopics, tooManyMutedTopics],
  decide: (realm, actor, request) => setVisibilityPolicy(realm, actor, withStoredSpelling(realm, actor, request)),
})

export const muteTopic = endpoint.decision({
  route: 'PATCH /users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic.',
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
    const stream_id = resolveChannelId(realm, actor, channel)
    if (op === 'remove') unmuteTopic(realm, actor, { stream_id, topic })
    else
      setVisibilityPolicy(
        realm,
        actor,
        withStoredSpelling(realm, actor, { stream_id, topic, visibility_policy: Visibility.muted }),
      )
  },
})

/**
 * Returns the request with the stored spelling of the topic. If the actor cannot see the topic, the spelling stays, because the
 * stored one would show that the topic exists.
 */
function withStoredSpelling(realm: ReadOnlyRealm, actor: User, request: RequestedVisibility): RequestedVisibility {
  const channel = findReadableChannel(realm, actor, request.stream_id)
  const topic = channel && findVisibleTopic(realm, actor, channel, resolveTopicName(request.topic))
  return topic ? { ...request, topic: topic.topic } : request
}

type ChannelParameters = { stream_id?: number; stream?: string }

/**
 * Returns the id of the channel in the request. An id also works after the user left the channel, so that they can unmute its
 * topics. A name works only for users who can read the channel. Throws `invalidChannelId`, `invalidChannelName` or
 * `oneChannelExpected`.
 */
function resolveChannelId(realm: ReadOnlyRealm, actor: User, { stream_id, stream }: ChannelParameters): number {
  if ((stream_id === undefined) === (stream === undefined)) throw oneChannelExpected({})
  if (stream_id !== undefined) {
    if (findChannel(realm, stream_id) === undefined) throw invalidChannelId({})
    return stream_id
  }
  const name = stream ?? ''
  const channel = findChannelByName(realm, name)
  if (channel === undefined || findReadableChannel(realm, actor, channel.stream_id) === undefined)
    throw invalidChannelName({ name })
  return channel.stream_id
}
