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
import { turnedOffBy } from '../../people/user-settings/storage'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

export const readReceiptsDisabled = badRequest(() => 'Read receipts are disabled in this organization.')

/** Everyone who has read a message and lets others know of it, ascending, but for its sender, who wrote it. */
export function usersToShow(realm: Realm, asker: User, message_id: number): number[] {
  const message = getVisibleMessage(realm, asker, message_id)
  if (!settingsOf(realm).enable_read_receipts) throw readReceiptsDisabled({})
  const others = usersWhoRead(realm, message).filter((user_id) => user_id !== message.sender_id)
  const silent = turnedOffBy(realm.sql, 'send_read_receipts', others)
  // Who muted whom is nobody's business, and those who did have not read what they are marked to have.
  const apart = new Set([...mutersOf(realm, asker.user_id), ...mutedBy(realm, asker.user_id).map(mutedId)])
  return others
    .filter((id) => !silent.has(id) && !apart.has(id) && maybeUser(realm, id)?.is_active === true)
    .sort((a, b) => a - b)
}

const mutedId = ({ muted_user_id }: { muted_user_id: number }) => muted_user_id

/**
 * What people have read is kept by person, so this asks those who received the message, and nobody else: one row for each,
 * which holds what they read in its neighbourhood and is looked at no further than to the message. That is about five
 * microseconds a recipient, as many rows as the answer may name. To act on what one never received is to have read it,
 * but not where one made it unread by that.
 */
function usersWhoRead(realm: Realm, message: IndexedMessage): number[] {
  const { id, conversation, earlier_channels } = message
  const received =
    conversation.stream_id === null
      ? conversation.people
      : recipientsOf(realm, originChannelId({ stream_id: conversation.stream_id, earlier_channels }), id)
  const takenUp = usersWithHistoricalMessage(realm, id)
  const again = new Set(usersWithMessageManuallyUnread(realm, message, takenUp))
  const read = usersWithFlag(realm, 'read', id, [...received, ...again])
  return [...new Set([...read, ...takenUp.filter((user_id) => !again.has(user_id))])]
}
