import * as v from 'valibot'
import { boolean, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { visibleTopics } from './visible-topics'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { notLoggedIn, readerAsking } from '../../people/users/spectator'
import { readers } from '../../people/users/callers'
import { topicNameFor } from '../../channels/topics/rules'

export const getTopics = endpoint.decision({
  route: 'GET /users/me/:stream_id/topics',
  summary: 'The topics of a channel, the one spoken in last first.',
  caller: readers,
  params: { stream_id: naturalNumber(), allow_empty_topic_name: optional(boolean(), false) },
  returns: { topics: v.array(v.strictObject({ name: v.string(), max_id: v.number() })) },
  errors: [invalidChannelId, notLoggedIn],
  decide: (realm, actor, { stream_id, allow_empty_topic_name }) => {
    const reader = readerAsking(realm, actor)
    const channel = requireReadableChannel(realm, reader, stream_id)
    const topics = visibleTopics(realm, reader, channel)
    return { topics: topics.map(({ name, max_id }) => ({ name: topicNameFor(name, allow_empty_topic_name), max_id })) }
  },
})
