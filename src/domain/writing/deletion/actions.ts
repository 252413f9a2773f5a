import type { NewEvent, AudiencePart } from '../../../events/event'
import type { Realm } from '../../../realm'
import { findChannel, getChannel } from '../../channels/channels/storage'
import { isAllowed, realmAllows } from '../../people/groups/standing'
import { removeEdits } from '../../messages/history/storage'
import { boundsOf } from '../../messages/message-index/conversation-rows'
import { removeMessages } from '../../messages/message-index/storage'
import { forgetNotifications } from '../../messages/notifications/notify'
import { messageVisibleTo } from '../../messages/access/access'
import { heldIn, idsHeldBy, type Held } from '../../messages/access/held'
import { settingsOf } from '../../realm/settings/storage'
import { updateFirstMessage } from '../../channels/topics/actions'
import type { Conversation, Topic } from '../../channels/topics/conversation'
import { deleteConversation, writeMessageRange } from '../../channels/topics/storage'
import { endQueues } from '../../people/users/end-queues'
import { people } from '../../people/users/events'
import { acquainting } from '../../people/users/meeting'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { BULK_CAPABILITY, messagesDeleted, channelReaders } from './events'
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
  deleteMessages(realm, conversation, [id])
}

type Permission = 'can_delete_any_message_group' | 'can_delete_own_message_group'

function mayIn(realm: Realm, actor: User, { stream_id }: Conversation, permission: Permission): boolean {
  if (realmAllows(realm, actor, permission)) return true
  const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
  return channel !== undefined && isAllowed(realm, actor, channel.permissions[permission])
}

/**
 * Messages of one conversation are gone, for whatever reason: the index, who was named in them, what hangs off them,
 * their bodies here and in D1, and the conversation itself if nothing is left of it. What people marked of them stays, as a mark on nothing.
 */
export function deleteMessages(realm: Realm, conversation: Conversation, ids: readonly number[]): void {
  const { stream_id } = conversation
  const held = stream_id === null ? undefined : heldIn(realm, getChannel(realm, stream_id), ids)
  removeMessages(realm, ids)
  removeEdits(realm, ids)
  for (const adornment of realm.adornments) adornment.forget(realm, ids)
  forgetNotifications(realm, ids)
  realm.messageIds.recordDeletion()
  realm.bodies.remove(ids, realm.log.lastId + 1)
  const rest = boundsOf(realm, conversation.id)
  if (rest) writeMessageRange(realm, conversation.id, rest)
  else
    acquainting(
      realm,
      () => conversation.people ?? [],
      () => deleteConversation(realm, conversation.id),
    )
  if (conversation.stream_id === null) publishDeletion(realm, ids, {}, people({ user_ids: conversation.people }))
  else tellOfTopic(realm, conversation, ids, held)
}

function tellOfTopic(realm: Realm, { stream_id, topic }: Topic, ids: readonly number[], held: Held | undefined): void {
  updateFirstMessage(realm, stream_id)
  publishDeletion(realm, ids, { stream_id, topic, held }, channelReaders({ stream_id }))
}

/** Where messages were that are gone, for all or for some. */
export type DeletedFrom = { stream_id?: number; topic?: string; held?: Held }

/** Tells everyone in an audience of those that were theirs, in the form that each client knows. */
export function publishDeletion(
  realm: Realm,
  ids: readonly number[],
  place: DeletedFrom,
  audience: AudiencePart,
): void {
  const message_ids = ids.toSorted((a, b) => a - b)
  const facts = { ...place, message_type: place.topic === undefined ? ('private' as const) : ('stream' as const) }
  if (message_ids.length === 1) {
    realm.publish(messagesDeleted({ ...facts, message_ids, told_to: 'everyone' }), audience)
    return
  }
  const goneTogether = messagesDeleted({ ...facts, message_ids, told_to: 'bulk' })
  realm.publish(goneTogether, audience)
  const older = listenersTo(realm, goneTogether, audience, place)
  if (older.length === 0) return
  if (message_ids.length > MOST_TOLD_SINGLY) return endQueues(realm, older)
  for (const id of message_ids) {
    const held = place.held && onlyOf(place.held, id)
    realm.publish(messagesDeleted({ ...facts, held, message_ids: [id], told_to: 'single' }), audience)
  }
}

// An event for each, so there must be an end to it. Of more, such clients hear by having to register anew.
const MOST_TOLD_SINGLY = 1000

/** Who would hear of it, if they heard of many at once. */
function listenersTo(
  realm: Realm,
  { kind }: NewEvent,
  audience: AudiencePart,
  { stream_id, held }: DeletedFrom,
): string[] {
  const parts = { parts: [audience] }
  const hears = realm.reader.acceptanceOf({ id: realm.log.lastId, kind, audience: parts })
  const isTheirs = (user_id: number) =>
    held === undefined || stream_id === undefined || idsHeldBy(realm, stream_id, user_id, held).length > 0
  return realm.queues
    .withoutCapability(BULK_CAPABILITY, realm.reader.recipientIds(parts))
    .flatMap((queue) => (hears(queue) && isTheirs(queue.user_id) ? [queue.queue_id] : []))
}

const onlyOf = (held: Held, id: number): Held =>
  held.flatMap((each) => (each.message_ids.includes(id) ? [{ ...each, message_ids: [id] }] : []))
