import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findChannel, getChannel } from '../../channels/channels/storage'
import { updateFirstMessage } from '../../channels/topics/actions'
import type { Conversation } from '../../channels/topics/conversation'
import { findConversation } from '../../channels/topics/lookup-storage'
import { MessageLocations, type SentMessage } from '../../channels/topics/message-locations'
import { deleteConversation, writeMessageRange } from '../../channels/topics/storage'
import { getVisibleMessage } from '../../messages/access/access'
import { protectedMessagesIn } from '../../messages/access/protected-messages'
import { channelReaders } from '../../messages/access/readers'
import { deleteEdits } from '../../messages/history/storage'
import { keepDeleted } from '../../messages/holds/keep'
import { findIdRange } from '../../messages/message-index/conversation-storage'
import { deleteIndexRows } from '../../messages/message-index/storage'
import { removeNotifications } from '../../messages/notifications/withdrawals'
import { holdsPermission, hasRealmPermission } from '../../people/groups/membership'
import { onlyUsers } from '../../people/users/events'
import { withVisibilityChanges } from '../../people/users/visibility-changes'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { removeBookmarksOfTopic } from '../pins/follow-topics'
import { publishDeletion } from './publish-deletion'
import { refusalToDelete } from './rules'

/** Deletes a message for all users. Throws if the actor has no permission. */
export function deleteMessage(realm: Realm, actor: User, id: number): void {
  const { conversation, sender_id, sent_at } = getVisibleMessage(realm, actor, id)
  const refusal = refusalToDelete({
    actor,
    sender: findUser(realm, sender_id)!,
    mayDelete: {
      any: hasPermission(realm, actor, conversation, 'can_delete_any_message_group'),
      own: hasPermission(realm, actor, conversation, 'can_delete_own_message_group'),
    },
    age_seconds: realm.now() - sent_at,
    limit_seconds: settingsOf(realm).message_content_delete_limit_seconds,
  })
  if (refusal) throw refusal
  deleteMessages(realm, conversation, [id])
}

/** Deletes those of the messages whose conversation `concerns` accepts. */
export function deleteMessagesOf(
  realm: Realm,
  messages: readonly SentMessage[],
  concerns: (conversation: Conversation) => boolean = () => true,
): void {
  const locations = new MessageLocations(realm)
  const byConversation = Map.groupBy(messages, (message) => locations.of(message).conversation.id)
  for (const [id, within] of byConversation) {
    // Each deletion changes its conversation, so it is read anew.
    const conversation = findConversation(realm, id)
    if (conversation === undefined || !concerns(conversation)) continue
    deleteMessages(
      realm,
      conversation,
      within.map((message) => message.id),
    )
  }
}

type Permission = 'can_delete_any_message_group' | 'can_delete_own_message_group'

/** Returns whether the realm or the channel gives the actor a permission. */
function hasPermission(
  realm: ReadOnlyRealm,
  actor: User,
  { stream_id }: Conversation,
  permission: Permission,
): boolean {
  if (hasRealmPermission(realm, actor, permission)) return true
  const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
  return channel !== undefined && holdsPermission(realm, actor, channel.permissions[permission])
}

/**
 * Deletes messages of one conversation, and all that belongs to them: index rows, mentions, edits, reactions, submessages,
 * attachments, notifications, and bodies here and in D1. What a hold keeps of them no reader sees. Deletes the conversation if it is empty then. The flags of users
 * stay in their sets, where they have no effect.
 */
export function deleteMessages(realm: Realm, conversation: Conversation, ids: readonly number[]): void {
  const { stream_id } = conversation
  const first = stream_id === null ? null : getChannel(realm, stream_id).first_message_id
  // This must be computed before the rows are deleted.
  const protectedMessages =
    stream_id === null ? undefined : protectedMessagesIn(realm, getChannel(realm, stream_id), () => ids)
  const heldIds = keepDeleted(realm, ids)
  const others = heldIds.size === 0 ? ids : ids.filter((id) => !heldIds.has(id))
  deleteIndexRows(realm.sql, ids)
  deleteEdits(realm, others)
  for (const extra of realm.messageExtras) extra.delete(realm, ids)
  removeNotifications(realm, ids)
  realm.messageIds.recordDeletion()
  if (others.length > 0) realm.bodies.remove(others, realm.log.lastId + 1)
  updateConversation(realm, conversation)
  if (stream_id === null) return publishDeletion(realm, ids, {}, onlyUsers({ user_ids: conversation.people }))
  // Finding the first message reads each topic of the channel.
  if (first !== null && ids.includes(first)) updateFirstMessage(realm, stream_id)
  publishDeletion(
    realm,
    ids,
    { stream_id, topic: conversation.topic, protectedMessages },
    channelReaders({ stream_id }),
  )
}

/** Writes the new range of message ids, or deletes the conversation if it has no messages. */
function updateConversation(realm: Realm, conversation: Conversation): void {
  const range = findIdRange(realm.sql, conversation.id)
  if (range) return writeMessageRange(realm, conversation.id, range)
  removeBookmarksOfTopic(realm, conversation.id)
  withVisibilityChanges(
    realm,
    () => conversation.people ?? [],
    () => deleteConversation(realm, conversation.id),
  )
}
