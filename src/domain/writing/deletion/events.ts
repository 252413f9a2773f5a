import * as v from 'valibot'
import type { Queue } from '../../../events/queue'
import { event, type ReadOnlyRealm } from '../../../realm'
import { receivedIds, type ProtectedMessages } from '../../messages/access/protected-messages'
import { supportsEmptyTopic, topicNameFor } from '../../channels/topics/rules'

/** The clients that get an event: all, those that know `message_ids`, or those that know only `message_id`. */
type ForClients = 'all' | 'bulk' | 'single'

/** The topic of deleted channel messages. Empty for direct messages. */
export type DeletedFrom = {
  stream_id?: number
  topic?: string
  protectedMessages?: ProtectedMessages // only with protected history: each recipient gets only the ids of their messages
}

type DeletionFacts = DeletedFrom & {
  message_ids: number[] // ascending
  message_type: 'private' | 'stream'
  for_clients: ForClients
}

export const BULK_CAPABILITY = 'bulk_message_deletion'
const knowsBulk = ({ client }: Queue) => client.capabilities[BULK_CAPABILITY] === true

export const messagesDeleted = event<DeletionFacts>({
  type: 'delete_message',
  summary: 'Messages were deleted, or the recipient can no longer read them.',
  recipients: {
    channel_readers: true,
    users: 'the sender and the recipients of a direct message, or the users who can no longer read a channel message',
  },
  dependsOn: ['bulk_message_deletion', 'empty_topic_name'],
  updates: 'message',
  fields: {
    message_ids: v.optional(v.array(v.number())),
    message_id: v.optional(v.number()),
    message_type: v.picklist(['private', 'stream']),
    stream_id: v.optional(v.number()),
    topic: v.optional(v.string()),
  },
  accepts: (realm, facts, queue) => isForClient(facts.for_clients, queue) && idsFor(realm, facts, queue).length > 0,
  variant: (realm, facts, queue) => {
    const ids = facts.protectedMessages ? idsFor(realm, facts, queue).join() : ''
    return `${knowsBulk(queue)} ${supportsEmptyTopic(queue.client)} ${ids}`
  },
  encode: (realm, facts, queue) => {
    const { message_type, stream_id, topic } = facts
    const ids = idsFor(realm, facts, queue)
    return {
      ...(knowsBulk(queue) ? { message_ids: ids } : { message_id: ids[0] }),
      message_type,
      ...(topic === undefined ? {} : { stream_id, topic: topicNameFor(topic, supportsEmptyTopic(queue.client)) }),
    }
  },
  repeats: (_, { for_clients, protectedMessages }) => (protectedMessages ? undefined : { group: for_clients }),
})

const isForClient = (for_clients: ForClients, queue: Queue) =>
  for_clients === 'all' || knowsBulk(queue) === (for_clients === 'bulk')

const idsFor = (
  realm: ReadOnlyRealm,
  { message_ids, stream_id, protectedMessages }: DeletionFacts,
  { user_id }: Queue,
) =>
  protectedMessages && stream_id !== undefined ? receivedIds(realm, stream_id, user_id, protectedMessages) : message_ids
