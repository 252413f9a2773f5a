import * as v from 'valibot'
import { named } from '../../../api/named'
import { event, stateSlice, type ReadOnlyRealm, type Realm } from '../../../realm'
import { flagFields, type FlagFacts } from '../flag-sets/events'
import { flaggedIds } from '../flag-sets/storage'
import { existingIds } from '../message-index/storage'
import { supportsEmptyTopic, topicNameFor } from '../../channels/topics/rules'
import type { User } from '../../people/users/user'
import { unreadState, type UnreadDetails } from './unread-state'

const mentionedField = { mentioned: v.optional(v.boolean()) }
const detailsShape = named(
  'UnreadDetails',
  v.union([
    v.strictObject({ type: v.literal('private'), user_ids: v.array(v.number()), ...mentionedField }),
    v.strictObject({ type: v.literal('stream'), stream_id: v.number(), topic: v.string(), ...mentionedField }),
  ]),
)

export const flagsRemoved = event<FlagFacts & { message_details?: Record<string, UnreadDetails> }>({
  type: 'update_message_flags',
  op: 'remove',
  summary: 'The user removed a flag from messages.',
  recipients: { users: 'the user' },
  dependsOn: ['empty_topic_name'],
  updates: ['update_message_flags', 'starred_messages'],
  fields: { ...flagFields, message_details: v.optional(v.record(v.string(), detailsShape)) },
  variant: (_, __, queue) => String(supportsEmptyTopic(queue.client)),
  encode: (_, { message_details, ...facts }, queue) => ({
    ...facts,
    ...(message_details ? { message_details: detailsFor(message_details, supportsEmptyTopic(queue.client)) } : {}),
  }),
})

const detailsFor = (details: Record<string, UnreadDetails>, supportsEmpty: boolean) =>
  Object.fromEntries(
    Object.entries(details).map(([id, detail]) => [
      id,
      detail.type === 'private' ? detail : { ...detail, topic: topicNameFor(detail.topic, supportsEmpty) },
    ]),
  )

const ids = v.array(v.number())

export const unreadMessagesState = stateSlice({
  fetchedFor: ['message', 'update_message_flags'],
  fields: {
    unread_msgs: named(
      'UnreadMessages',
      v.strictObject({
        count: v.number(),
        pms: v.array(v.strictObject({ other_user_id: v.number(), sender_id: v.number(), unread_message_ids: ids })),
        streams: v.array(v.strictObject({ stream_id: v.number(), topic: v.string(), unread_message_ids: ids })),
        huddles: v.array(v.strictObject({ user_ids_string: v.string(), unread_message_ids: ids })),
        mentions: ids,
        old_unreads_missing: v.boolean(),
      }),
    ),
  },
  read: (realm: Realm, actor: User, traits) => ({
    unread_msgs: unreadState(realm, actor, supportsEmptyTopic(traits)),
  }),
})

const MAX_STARRED = 10_000

export const starredMessagesState = stateSlice({
  fetchedFor: ['starred_messages'],
  fields: { starred_messages: ids },
  read: (realm: ReadOnlyRealm, actor: User) => ({
    starred_messages: existingIds(realm.sql, [...flaggedIds(realm.sql, actor.user_id, 'starred')]).slice(-MAX_STARRED),
  }),
})
