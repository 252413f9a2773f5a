import type { ReadOnlyRealm } from '../../../realm'
import { canSeeContent, canSeeHistory, canSeeMetadata } from '../../channels/channels/access-rules'
import { findChannel } from '../../channels/channels/storage'
import { subscribersOf } from '../../channels/subscriptions/storage'
import { isSubscribed } from '../../channels/subscriptions/user-subscriptions-storage'
import { groupMembershipOf } from '../../people/groups/membership'
import type { User } from '../../people/users/user'

/** What a user can read in a channel: nothing, what the user received, or all messages. */
export type Access = { seesChannel: boolean; reads: 'nothing' | 'received' | 'all' }

export const NO_ACCESS: Access = { seesChannel: false, reads: 'nothing' }

/** For fewer users than this, their own subscriptions are read, and not all of the channel. */
const MANY_USERS = 100

/**
 * Returns a function that reads the access of users to a channel, by the rules of all readers. The realm must not change meanwhile: the
 * groups of a user are computed once for all channels.
 */
export function accessReader(realm: ReadOnlyRealm) {
  const groupIdsByUser = new Map<number, ReadonlySet<number>>()
  const groupsOf = (user: User): ReadonlySet<number> => {
    const groupIds = groupIdsByUser.get(user.user_id) ?? groupMembershipOf(realm, user).groupIds
    groupIdsByUser.set(user.user_id, groupIds)
    return groupIds
  }
  return (stream_id: number, users: readonly User[]): Map<number, Access> => {
    const channel = findChannel(realm, stream_id)
    if (channel === undefined) return new Map()
    const subscribers = users.length < MANY_USERS ? undefined : new Set(subscribersOf(realm, stream_id))
    return new Map(
      users.map((user) => {
        const { user_id, role } = user
        const is_subscribed = subscribers?.has(user_id) ?? isSubscribed(realm, user_id, stream_id)
        const viewer = {
          user_id,
          role,
          is_subscribed,
          get groupIds() {
            return groupsOf(user)
          },
        }
        const reads = canSeeHistory(channel, viewer) ? 'all' : canSeeContent(channel, viewer) ? 'received' : 'nothing'
        return [user_id, { seesChannel: canSeeMetadata(channel, viewer), reads }]
      }),
    )
  }
}
