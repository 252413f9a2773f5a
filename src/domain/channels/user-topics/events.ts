import * as v from 'valibot'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type Realm } from '../../../realm'
import { canSeeMetadata } from '../channels/rules'
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

const shownTo = (client: TopicClient, { topic_name, ...chosen }: UserTopic) => ({
  ...chosen,
  topic_name: topicNameFor(topic_name, supportsEmptyTopic(client)),
})

/** Somebody chose something for a topic; 0 takes the choice back. */
export const userTopicChanged = event<UserTopic>({
  type: 'user_topic',
  summary: 'The user muted, unmuted or followed a topic, or removed that setting.',
  recipients: { users: 'the user' },
  dependsOn: ['empty_topic_name'],
  keeps: 'user_topic',
  fields: userTopicFields,
  variant: (_, { topic_name }, { client }) => topicNameFor(topic_name, supportsEmptyTopic(client)),
  encode: (_, chosen, { client }) => shownTo(client, chosen),
})

export const userTopicsState = stateSlice({
  fetchedFor: ['user_topic'],
  fields: { user_topics: v.array(v.strictObject(userTopicFields)) },
  read: (realm: Realm, actor: User, traits) => ({
    user_topics: userTopicsOf(realm.sql, actor.user_id).map((chosen) => shownTo(traits, chosen)),
  }),
})

/** What clients that know nothing but muting are told: the channel's name, the topic, and since when. */
type MutedTopic = [name: string, topic: string, since: number]
const mutedTopics = v.array(v.tuple([v.string(), v.string(), v.number()]))

// By name, so what is in a channel that they may not know of (any more) is left out.
export const mutedTopicsOf = (realm: Realm, user: User): MutedTopic[] =>
  userTopicsOf(realm.sql, user.user_id).flatMap(({ stream_id, topic_name, visibility_policy, last_updated }) => {
    const channel = findChannel(realm, stream_id)
    const isTold =
      visibility_policy === Visibility.muted &&
      channel !== undefined &&
      canSeeMetadata(channel, loadViewerAccess(realm, user, channel))
    return isTold ? [[channel.name, topic_name, last_updated] satisfies MutedTopic] : []
  })

const mutedShownTo = (client: TopicClient, muted: MutedTopic[]) => ({
  muted_topics: muted.map(([name, topic, since]) => [name, topicNameFor(topic, supportsEmptyTopic(client)), since]),
})

const asksFor = ({ event_types }: Queue, type: string) => event_types === null || event_types.includes(type)

/** Everything somebody has muted, for clients that do not ask for what replaced it. */
export const mutedTopicsChanged = event<{ muted_topics: MutedTopic[] }>({
  type: 'muted_topics',
  summary:
    'The muted topics of the user changed. The event lists all of them. It is for clients that do not request `user_topic`.',
  recipients: { users: 'the user' },
  dependsOn: ['event_types', 'empty_topic_name'],
  keeps: 'muted_topics',
  fields: { muted_topics: mutedTopics },
  accepts: (_, __, queue) => !asksFor(queue, 'user_topic'),
  variant: (_, __, { client }) => String(supportsEmptyTopic(client)),
  encode: (_, { muted_topics }, { client }) => mutedShownTo(client, muted_topics),
})

export const mutedTopicsState = stateSlice({
  fetchedFor: ['muted_topics'],
  replacedBy: 'user_topic',
  fields: { muted_topics: mutedTopics },
  read: (realm: Realm, actor: User, traits) => mutedShownTo(traits, mutedTopicsOf(realm, actor)),
})
