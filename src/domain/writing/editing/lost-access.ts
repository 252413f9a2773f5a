import type { ReadOnlyRealm, Realm } from '../../../realm'
import { idsOfRuns, includesId, splitRuns, type Run } from '../../../store/id-set'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent, canSeeHistory } from '../../channels/channels/access-rules'
import { subscribersOf } from '../../channels/subscriptions/storage'
import { removeStoredFlag } from '../../messages/flag-sets/actions'
import { flaggedIds, usersWhoUseFlag } from '../../messages/flag-sets/storage'
import { groupMembershipOf } from '../../people/groups/membership'
import { onlyUsers } from '../../people/users/events'
import { allUsers } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { publishDeletion } from '../deletion/publish-deletion'
import { MESSAGES_PER_EVENT } from './events'
import type { Moved } from './move-messages'

/**
 * After a move to another channel: publishes a deletion to the users who could read the messages in the old channel and
 * cannot in the new one, and removes their stars from these messages.
 */
export function publishLostAccess(realm: Realm, { from, to, message_ids, protectedMessages }: Moved): void {
  if (from.channel === to.channel) return
  const oldAccess = contentAccess(realm, from.channel)
  const newAccess = contentAccess(realm, to.channel)
  const user_ids = allUsers(realm)
    .filter((user) => user.is_active && oldAccess.canRead(user) && !newAccess.canReadMoved(user))
    .map((user) => user.user_id)
  if (user_ids.length === 0) return
  unstar(realm, user_ids, message_ids)
  const { stream_id } = from.channel
  for (const batch of splitRuns(message_ids, MESSAGES_PER_EVENT)) {
    const ids = idsOfRuns(batch)
    publishDeletion(realm, ids, { stream_id, topic: from.topic, protectedMessages }, onlyUsers({ user_ids }))
  }
}

/** Returns rules about the channel's messages for all users of the realm. The subscribers are read once. */
function contentAccess(realm: ReadOnlyRealm, channel: Channel) {
  const subscribers = new Set(subscribersOf(realm, channel.stream_id))
  const viewer = (user: User) => ({
    ...groupMembershipOf(realm, user),
    role: user.role,
    is_subscribed: subscribers.has(user.user_id),
  })
  const canRead = (user: User) => canSeeContent(channel, viewer(user))
  return {
    canRead,
    /** With protected history, messages that move into a channel are readable for its current subscribers. */
    canReadMoved: (user: User) =>
      canSeeHistory(channel, viewer(user)) || (subscribers.has(user.user_id) && canRead(user)),
  }
}

function unstar(realm: Realm, user_ids: readonly number[], message_ids: readonly Run[]): void {
  for (const user_id of usersWhoUseFlag(realm.sql, 'starred', user_ids)) {
    const starred = [...flaggedIds(realm.sql, user_id, 'starred')].filter((id) => includesId(message_ids, id))
    removeStoredFlag(realm, user_id, 'starred', starred)
  }
}
