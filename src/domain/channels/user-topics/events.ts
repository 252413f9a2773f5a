import * as v from 'valibot'
import { named } from '../../../api/named'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { canSeeMetadata } from '../channels/access-rules'
import { findChannel } from '../channels/storage'
import { loadViewerAccess } from '../subscriptions/access'
import { supportsEmptyTopic, topicNameFor, type TopicClient } from '../topics/rules'
import type { User } from '../../people/users/user'
import { Visibility } from './rules'
import { userTopicsOf, type UserTopic } from './storage'

const userTopicFields = {
  stream_id: v.number(),
  topic_name: v.string(),
  last_updated: v.number(),
  visibility_policy: v.picklist([0, 1, 2, 3]),
}

const userTopicFor = (client: TopicClient, { topic_name, ...userTopic }: UserTopic) => ({
  ...userTopic,
  topic_name: topicNameFor(topic_name, supportsEmptyTopic(client)),
})

export const userTopicChanged = event<UserTopic>({
  type: 'user_topic',
  summary: 'The user muted, unmuted or followed a topic, or removed that setting.',
  recipients: { users: 'the user' },
  dependsOn: ['empty_topic_name'],
  updates: 'user_topic',
  fields: userTopicFields,
  variant: (_, { topic_name }, { client }) => topicNameFor(topic_name, supportsEmptyTopic(client)),
  encode: (_, userTopic, { client }) => userTopicFor(client, userTopic),
})

export const userTopicsState = stateSlice({
  fetchedFor: ['user_topic'],
  fields: { user_topics: v.array(named('UserTopic', v.strictObject(userTopicFields))) },
  read: (realm: ReadOnlyRealm, actor: User, client) => ({
    user_topics: userTopicsOf(realm.sql, actor.user_id).map((userTopic) => userTopicFor(client, userTopic)),
  }),
})

/** A muted topic for older clients. They know the channel by its name. */
type MutedTopic = [name: string, topic: string, since: number]
const mutedTopics = v.array(v.tuple([v.string(), v.string(), v.number()]))

/** Returns the user's muted topics, except those in channels that the user cannot see: the result has channel names. */
export const mutedTopicsOf = (realm: ReadOnlyRealm, user: User): MutedTopic[] =>
  userTopicsOf(realm.sql, user.user_id).flatMap(({ stream_id, topic_name, visibility_policy, last_updated }) => {
    const channel = findChannel(realm, stream_id)
    const isIncluded =
      visibility_policy === Visibility.muted &&
      channel !== undefined &&
      canSeeMetadata(channel, loadViewerAccess(realm, user, channel))
    return isIncluded ? [[channel.name, topic_name, last_updated] satisfies MutedTopic] : []
  })

const mutedTopicsFor = (client: TopicClient, muted: MutedTopic[]) => ({
  muted_topics: muted.map(([name, topic, since]) => [name, topicNameFor(topic, supportsEmptyTopic(client)), since]),
})

const requests = ({ event_types }: Queue, type: string) => event_types === null || event_types.includes(type)

export const mutedTopicsChanged = event<{ muted_topics: MutedTopic[] }>({
  type: 'muted_topics',
  summary:
    'The muted topics of the user changed. The event lists all of them. It is for clients that do not request `user_topic`.',
  recipients: { users: 'the user' },
  dependsOn: ['event_types', 'empty_topic_name'],
  updates: 'muted_topics',
  fields: { muted_topics: mutedTopics },
  accepts: (_, __, queue) => !requests(queue, 'user_topic'),
  variant: (_, __, { client }) => String(supportsEmptyTopic(client)),
  encode: (_, { muted_topics }, { client }) => mutedTopicsFor(client, muted_topics),
})

export const mutedTopicsState = stateSlice({
  fetchedFor: ['muted_topics'],
  replacedBy: 'user_topic',
  fields: { muted_topics: mutedTopics },
  read: (realm: ReadOnlyRealm, actor: User, client) => mutedTopicsFor(client, mutedTopicsOf(realm, actor)),
})
