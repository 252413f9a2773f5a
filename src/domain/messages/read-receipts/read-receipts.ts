import { badRequest } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { usersWithFlag } from '../flag-sets/flag-set'
import { usersWithHistoricalMessage } from '../flag-sets/storage'
import type { IndexedMessage } from '../message-index/message'
import { mutedBy, mutersOf } from '../../people/muted-users/storage'
import { getVisibleMessage } from '../access/access'
import { originChannelId } from '../access/receipt-rules'
import { usersWithMessageManuallyUnread } from '../read-state/unread'
import { settingsOf } from '../../realm/settings/storage'
import { recipientsOf } from '../../channels/subscriptions/storage'
import { usersWithSettingOff } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

export const readReceiptsDisabled = badRequest(() => 'Read receipts are disabled in this organization.')

/** Returns the users who have read a message and send read receipts, ascending. The sender is not among them. */
export function usersInReadReceipts(realm: Realm, reader: User, message_id: number): number[] {
  const message = getVisibleMessage(realm, reader, message_id)
  if (!settingsOf(realm).enable_read_receipts) throw readReceiptsDisabled({})
  const readers = usersWhoRead(realm, message).filter((user_id) => user_id !== message.sender_id)
  const silent = usersWithSettingOff(realm.sql, 'send_read_receipts', readers)
  // A receipt would reveal who muted whom. For users who muted the sender, the message was marked as read when it was sent.
  const hidden = new Set([...mutersOf(realm, reader.user_id), ...mutedBy(realm.sql, reader.user_id).map(mutedId)])
  return readers
    .filter((id) => !silent.has(id) && !hidden.has(id) && findUser(realm, id)?.is_active === true)
    .sort((a, b) => a - b)
}

const mutedId = ({ muted_user_id }: { muted_user_id: number }) => muted_user_id

/**
 * Returns the users who have the message as read. Flags are stored by user, so this reads a row for each recipient of the message,
 * which takes about five microseconds. Users who acted on the message without having received it have read it, too, unless they
 * marked it as unread.
 */
function usersWhoRead(realm: Realm, message: IndexedMessage): number[] {
  const { id, conversation, earlier_channels } = message
  const received =
    conversation.stream_id === null
      ? conversation.people
      : recipientsOf(realm, originChannelId({ stream_id: conversation.stream_id, earlier_channels }), id)
  const historical = usersWithHistoricalMessage(realm.sql, id)
  const markedUnread = new Set(usersWithMessageManuallyUnread(realm, message, historical))
  const read = usersWithFlag(realm, 'read', id, [...received, ...markedUnread])
  return [...new Set([...read, ...historical.filter((user_id) => !markedUnread.has(user_id))])]
}
