import * as v from 'valibot'
import type { Queue } from '../../events/queues'
import { audience, event, type Realm } from '../../realm'
import { canSeeContent } from '../channels/rules'
import { seenAsOf } from '../subscriptions/access'
import { didReceive } from '../subscriptions/storage'
import { topicShown } from '../topics/rules'

/** Everyone who could read what was said in a channel when the event happened. */
export const readersAt = audience<{ stream_id: number }>({
  name: 'readers of a channel',
  includes: (realm, { stream_id }) => seenAsOf(realm, stream_id, canSeeContent),
})

/** To whom an event speaks: one message can be told in either form, several at once only to those who understand that. */
type ToldTo = 'everyone' | 'those who hear of many at once' | 'those who hear of one at a time'

type Deleted = {
  message_ids: number[] // ascending
  message_type: 'private' | 'stream'
  stream_id?: number
  topic?: string
  is_history_protected?: boolean // then each hears only of what they received
  told_to: ToldTo
}

export const BULK_CAPABILITY = 'bulk_message_deletion'
const hearsOfMany = ({ client }: Queue) => client.capabilities[BULK_CAPABILITY] === true
const knowsEmptyTopic = ({ client }: Queue) => client.capabilities.empty_topic_name === true

export const messagesDeleted = event<Deleted>({
  type: 'delete_message',
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
    const ids = facts.is_history_protected ? idsFor(realm, facts, queue).join() : ''
    return `${hearsOfMany(queue)} ${knowsEmptyTopic(queue)} ${ids}`
  },
  encode: (realm, facts, queue) => {
    const { message_type, stream_id, topic } = facts
    const ids = idsFor(realm, facts, queue)
    return {
      ...(hearsOfMany(queue) ? { message_ids: ids } : { message_id: ids[0] }),
      message_type,
      ...(topic === undefined ? {} : { stream_id, topic: topicShown(topic, knowsEmptyTopic(queue)) }),
    }
  },
})

const isToldTo = (told_to: ToldTo, queue: Queue) =>
  told_to === 'everyone' || hearsOfMany(queue) === (told_to === 'those who hear of many at once')

const idsFor = (realm: Realm, { message_ids, stream_id, is_history_protected }: Deleted, { user_id }: Queue) =>
  is_history_protected && stream_id !== undefined
    ? message_ids.filter((id) => didReceive(realm, stream_id, user_id, id))
    : message_ids
