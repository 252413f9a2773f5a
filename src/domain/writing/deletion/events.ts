import * as v from 'valibot'
import type { Queue } from '../../../events/queue'
import { audience, event, type Realm } from '../../../realm'
import { canSeeContent } from '../../channels/channels/rules'
import { idsHeldBy, type Held } from '../../messages/access/held'
import { recipientTest } from '../../channels/subscriptions/access'
import { supportsEmptyTopic, topicNameFor } from '../../channels/topics/rules'

/** Everyone who could read what was said in a channel when the event happened. */
export const channelReaders = audience<{ stream_id: number }>({
  name: 'channel_readers',
  description: 'The users who can read the messages of the channel.',
  includes: (realm, { stream_id }) => recipientTest(realm, stream_id, canSeeContent),
})

/** To whom an event speaks: one message can be told in either form, several at once only to those who understand that. */
type ToldTo = 'everyone' | 'bulk' | 'single'

type Deleted = {
  message_ids: number[] // ascending
  message_type: 'private' | 'stream'
  stream_id?: number
  topic?: string
  held?: Held // where history is protected: each hears only of what is theirs
  told_to: ToldTo
}

export const BULK_CAPABILITY = 'bulk_message_deletion'
const hearsOfMany = ({ client }: Queue) => client.capabilities[BULK_CAPABILITY] === true

export const messagesDeleted = event<Deleted>({
  type: 'delete_message',
  summary: 'Messages were deleted, or the recipient can no longer read them.',
  recipients: {
    channel_readers: true,
    users: 'the sender and the recipients of a direct message, or the users who can no longer read a channel message',
  },
  dependsOn: ['bulk_message_deletion', 'empty_topic_name'],
  keeps: 'message',
  fields: {
    message_ids: v.optional(v.array(v.number())),
    message_id: v.optional(v.number()),
    message_type: v.picklist(['private', 'stream']),
    stream_id: v.optional(v.number()),
    topic: v.optional(v.string()),
  },
  accepts: (realm, facts, queue) => isToldTo(facts.told_to, queue) && idsFor(realm, facts, queue).length > 0,
  variant: (realm, facts, queue) => {
    const ids = facts.held ? idsFor(realm, facts, queue).join() : ''
    return `${hearsOfMany(queue)} ${supportsEmptyTopic(queue.client)} ${ids}`
  },
  encode: (realm, facts, queue) => {
    const { message_type, stream_id, topic } = facts
    const ids = idsFor(realm, facts, queue)
    return {
      ...(hearsOfMany(queue) ? { message_ids: ids } : { message_id: ids[0] }),
      message_type,
      ...(topic === undefined ? {} : { stream_id, topic: topicNameFor(topic, supportsEmptyTopic(queue.client)) }),
    }
  },
})

const isToldTo = (told_to: ToldTo, queue: Queue) =>
  told_to === 'everyone' || hearsOfMany(queue) === (told_to === 'bulk')

const idsFor = (realm: Realm, { message_ids, stream_id, held }: Deleted, { user_id }: Queue) =>
  held && stream_id !== undefined ? idsHeldBy(realm, stream_id, user_id, held) : message_ids
