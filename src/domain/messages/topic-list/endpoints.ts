import { notLoggedIn } from '../../../api/callers'
import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { visibleTopics } from './visible-topics'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { requireReader } from '../../people/users/spectator'
import { readers } from '../../people/users/callers'
import { topicNameFor } from '../../channels/topics/rules'

export const getTopics = endpoint.decision({
  route: 'GET /users/me/:stream_id/topics',
  summary: 'The topics of a channel, the most recent first.',
  agentScopes: ['messages:read', 'messages:write'],
  caller: readers,
  params: { stream_id: naturalNumber(), allow_empty_topic_name: optional(boolean(), false) },
  note: 'It returns the newest 20,000 topics. `parley_is_complete` is `false` if the channel has more.',
  returns: {
    topics: v.array(named('Topic', v.strictObject({ name: v.string(), max_id: v.number() }))),
    parley_is_complete: v.boolean(),
  },
  errors: [invalidChannelId, notLoggedIn],
  decide: (realm, actor, { stream_id, allow_empty_topic_name }) => {
    const reader = requireReader(realm, actor)
    const channel = requireReadableChannel(realm, reader, stream_id)
    const { topics, isComplete } = visibleTopics(realm, reader, channel)
    return {
      topics: topics.map(({ name, max_id }) => ({ name: topicNameFor(name, allow_empty_topic_name), max_id })),
      parley_is_complete: isComplete,
    }
  },
})
