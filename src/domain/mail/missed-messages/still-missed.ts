import type { Realm } from '../../../realm'
import { MessageAccess } from '../../messages/access/access'
import { FlagSet } from '../../messages/flag-sets/flag-set'
import { rowsOfConversationBefore } from '../../messages/message-index/conversation-storage'
import type { IndexedMessage, IndexRow } from '../../messages/message-index/message'
import { findMessage } from '../../messages/message-index/storage'
import type { Reason } from '../../messages/notifications/rules'
import { userSettingsOf } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'

export type ReasonedMessage = { message: IndexedMessage; reason: Reason }

/**
 * Returns those of these messages that the user has neither read nor lost access to, oldest first. Nothing if the user does not
 * want emails any more. Asked again after each wait: meanwhile the user may have read them.
 */
export function stillMissed(realm: Realm, user: User, messages: readonly (readonly [number, Reason])[]) {
  if (!user.is_active || !userSettingsOf(realm, user).enable_offline_email_notifications) return []
  const access = new MessageAccess(realm, user)
  const read = new FlagSet(realm, user.user_id, 'read')
  return messages
    .flatMap(([id, reason]): ReasonedMessage[] => {
      const message = read.has(id) ? undefined : findMessage(realm, id)
      return message !== undefined && access.canRead(message) ? [{ message, reason }] : []
    })
    .sort((a, b) => a.message.id - b.message.id)
}

const MAX_CONTEXT_MESSAGES = 10
const CONTEXT_SECONDS = 900
const NEEDS_NO_CONTEXT: ReadonlySet<Reason> = new Set(['direct_message', 'channel'])

/** Returns the messages just before a mention that explain it, oldest first. The user may have read them. */
export function contextOf(realm: Realm, user: User, { message, reason }: ReasonedMessage): IndexRow[] {
  if (NEEDS_NO_CONTEXT.has(reason)) return []
  const access = new MessageAccess(realm, user)
  return rowsOfConversationBefore(realm.sql, message.conversation.id, message.id, MAX_CONTEXT_MESSAGES)
    .filter((row) => row.sent_at >= message.sent_at - CONTEXT_SECONDS && canRead(realm, access, row))
    .reverse()
}

function canRead(realm: Realm, access: MessageAccess, { id }: IndexRow): boolean {
  const message = findMessage(realm, id)
  return message !== undefined && access.canRead(message)
}
