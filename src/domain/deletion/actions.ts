import type { AudiencePart } from '../../events/event'
import type { Realm } from '../../realm'
import { channelUpdated } from '../channels/events'
import { maybeChannel, writeFirstMessage } from '../channels/storage'
import { isAllowed, realmAllows } from '../groups/standing'
import { messageVisibleTo } from '../messages/access'
import { removeEdits } from '../messages/edits'
import { boundsOf, removeMessages } from '../messages/storage'
import { settingsOf } from '../realm/storage'
import { viewersOf } from '../subscriptions/access'
import { firstMessageIn, removeConversation, writeBounds, type Conversation, type Topic } from '../topics/storage'
import { people } from '../users/events'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { BULK_CAPABILITY, messagesDeleted, readersAt } from './events'
import { refusalToDelete } from './rules'

/** Deletes one message, if this person may. */
export function deleteMessage(realm: Realm, actor: User, id: number): void {
  const { conversation, sender_id, sent_at } = messageVisibleTo(realm, actor, id)
  const refusal = refusalToDelete({
    actor,
    sender: maybeUser(realm, sender_id)!,
    mayDelete: {
      any: mayIn(realm, actor, conversation, 'can_delete_any_message_group'),
      own: mayIn(realm, actor, conversation, 'can_delete_own_message_group'),
    },
    age_seconds: realm.now() - sent_at,
    limit_seconds: settingsOf(realm).message_content_delete_limit_seconds,
  })
  if (refusal) throw refusal
  deleteTogether(realm, conversation, [id])
}

type Permission = 'can_delete_any_message_group' | 'can_delete_own_message_group'

function mayIn(realm: Realm, actor: User, { stream_id }: Conversation, permission: Permission): boolean {
  if (realmAllows(realm, actor, permission)) return true
  const channel = stream_id === null ? undefined : maybeChannel(realm, stream_id)
  return channel !== undefined && isAllowed(realm, actor, channel.permissions[permission])
}

/**
 * Messages of one conversation are gone, for whatever reason: the index, who was named in them, what hangs off them,
 * their bodies here and in D1, and the conversation itself if nothing is left of it. What people marked of them stays, as a mark on nothing.
 */
export function deleteTogether(realm: Realm, conversation: Conversation, ids: readonly number[]): void {
  removeMessages(realm, ids)
  removeEdits(realm, ids)
  for (const adornment of realm.adornments) adornment.forget(realm, ids)
  realm.messageIds.someAreGone()
  realm.bodies.remove(ids, realm.log.lastId + 1)
  const rest = boundsOf(realm, conversation.id)
  if (rest) writeBounds(realm, conversation.id, rest)
  else removeConversation(realm, conversation.id)
  if (conversation.stream_id === null) tell(realm, ids, {}, people({ user_ids: conversation.people }))
  else tellOfTopic(realm, conversation, ids)
}

function tellOfTopic(realm: Realm, { stream_id, topic }: Topic, ids: readonly number[]): void {
  const { name, first_message_id, history_public_to_subscribers } = maybeChannel(realm, stream_id)!
  if (first_message_id !== null && ids.includes(first_message_id)) {
    const value = firstMessageIn(realm, stream_id)
    writeFirstMessage(realm, stream_id, value)
    realm.publish(channelUpdated({ stream_id, name, property: 'first_message_id', value }), viewersOf({ stream_id }))
  }
  const is_history_protected = !history_public_to_subscribers
  tell(realm, ids, { stream_id, topic, is_history_protected }, readersAt({ stream_id }))
}

type Place = { stream_id?: number; topic?: string; is_history_protected?: boolean }

function tell(realm: Realm, ids: readonly number[], place: Place, audience: AudiencePart): void {
  const message_ids = ids.toSorted((a, b) => a - b)
  const facts = { ...place, message_type: place.topic === undefined ? ('private' as const) : ('stream' as const) }
  if (message_ids.length === 1) {
    realm.publish(messagesDeleted({ ...facts, message_ids, told_to: 'everyone' }), audience)
    return
  }
  realm.publish(messagesDeleted({ ...facts, message_ids, told_to: 'those who hear of many at once' }), audience)
  if (!realm.queues.anyLacks(BULK_CAPABILITY)) return
  for (const id of message_ids)
    realm.publish(
      messagesDeleted({ ...facts, message_ids: [id], told_to: 'those who hear of one at a time' }),
      audience,
    )
}
