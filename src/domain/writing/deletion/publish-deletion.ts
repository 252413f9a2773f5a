import type { AudiencePart, NewEvent } from '../../../events/event'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { receivedIds, type ProtectedMessages } from '../../messages/access/protected-messages'
import { BULK_CAPABILITY, messagesDeleted, type DeletedFrom } from './events'

// Older clients get an event for each message. Above this number, their queues are deleted instead: they register again.
const MAX_SINGLE_EVENTS = 1000

/**
 * Publishes that messages are deleted, or that a move made them invisible for `audience`. Each recipient gets only the ids
 * of messages that they could read. A client without the capability `bulk_message_deletion` gets an event for each message.
 * These events are published only if such a client is a recipient.
 */
export function publishDeletion(realm: Realm, ids: readonly number[], from: DeletedFrom, audience: AudiencePart): void {
  const message_ids = ids.toSorted((a, b) => a - b)
  const facts = { ...from, message_type: from.topic === undefined ? ('private' as const) : ('stream' as const) }
  if (message_ids.length === 1) {
    realm.publish(messagesDeleted({ ...facts, message_ids, for_clients: 'all' }), audience)
    return
  }
  const bulkEvent = messagesDeleted({ ...facts, message_ids, for_clients: 'bulk' })
  realm.publish(bulkEvent, audience)
  const olderQueues = queuesWithoutBulk(realm, bulkEvent, audience, from)
  if (olderQueues.length === 0) return
  if (message_ids.length > MAX_SINGLE_EVENTS) return realm.listeners.removeQueues(olderQueues)
  for (const id of message_ids) {
    const protectedMessages = from.protectedMessages && onlyOf(from.protectedMessages, id)
    realm.publish(messagesDeleted({ ...facts, protectedMessages, message_ids: [id], for_clients: 'single' }), audience)
  }
}

/**
 * Returns the ids of the queues that would receive the bulk event if their clients had the capability: they requested this
 * type of event, their owners are in the audience, and could read one of the messages.
 */
function queuesWithoutBulk(
  realm: ReadOnlyRealm,
  bulkEvent: NewEvent,
  part: AudiencePart,
  { stream_id, protectedMessages }: DeletedFrom,
): string[] {
  const couldRead = (user_id: number) =>
    protectedMessages === undefined ||
    stream_id === undefined ||
    receivedIds(realm, stream_id, user_id, protectedMessages).length > 0
  return realm.listeners
    .recipientsWithout(BULK_CAPABILITY, bulkEvent, { parts: [part] })
    .filter(({ user_id }) => couldRead(user_id))
    .map(({ queue_id }) => queue_id)
}

const onlyOf = (protectedMessages: ProtectedMessages, id: number): ProtectedMessages =>
  protectedMessages.flatMap((group) => (group.message_ids.includes(id) ? [{ ...group, message_ids: [id] }] : []))
