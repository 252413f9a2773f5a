import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent } from '../../channels/channels/access-rules'
import { findChannel } from '../../channels/channels/storage'
import { getActiveGroup, groupChangerOf } from '../../people/groups/access'
import type { Group } from '../../people/groups/group'
import { canAddMembers } from '../../people/groups/access-rules'
import { hasRealmPermission } from '../../people/groups/membership'
import { allGroups } from '../../people/groups/storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { canAddOthers } from '../../channels/subscriptions/permission-rules'
import { insufficientPermission } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { invalidChannelToJoin, cannotSubscribeOthers } from './rules'

/**
 * Throws if an invitation has a channel or a group to which the inviter cannot add users now. The realm checks again
 * when the invitation is used, because the rights may have changed.
 */
export function requireTargets(realm: ReadOnlyRealm, actor: User, stream_ids: number[], group_ids: number[]): void {
  for (const stream_id of stream_ids) {
    const channel = findChannel(realm, stream_id)
    if (channel === undefined || channel.is_archived || !isVisible(realm, actor, channel))
      throw invalidChannelToJoin({ stream_id })
    if (!canBringInto(realm, actor, channel)) throw cannotSubscribeOthers({})
  }
  for (const id of group_ids) if (!canPutInto(realm, actor, getActiveGroup(realm, id))) throw insufficientPermission({})
}

/** Returns those of the channels to which the inviter can still add users. */
export const joinableChannels = (realm: ReadOnlyRealm, inviter: User, stream_ids: readonly number[]): Channel[] =>
  stream_ids.flatMap((stream_id) => {
    const channel = findChannel(realm, stream_id)
    return channel && !channel.is_archived && canBringInto(realm, inviter, channel) ? [channel] : []
  })

/** Returns the ids of those groups to which the inviter can still add users. */
export const joinableGroups = (realm: ReadOnlyRealm, inviter: User, group_ids: readonly number[]): number[] =>
  [...new Set(group_ids)].filter((id) => {
    const group = allGroups(realm).get(id)
    return group !== undefined && !group.deactivated && canPutInto(realm, inviter, group)
  })

// The new user has no id yet. Any id but the inviter's gives the same answer: joining a group oneself takes fewer rights.
const NEW_USER_ID = 0
const canPutInto = (realm: ReadOnlyRealm, actor: User, group: Group): boolean =>
  canAddMembers(group, groupChangerOf(realm, actor), [NEW_USER_ID])

// New users are subscribed to the default channels anyway.
const canBringInto = (realm: ReadOnlyRealm, actor: User, channel: Channel): boolean =>
  channel.is_default || (isVisible(realm, actor, channel) && canAdd(realm, actor, channel))

const canAdd = (realm: ReadOnlyRealm, actor: User, channel: Channel) =>
  canAddOthers(
    channel,
    loadViewerAccess(realm, actor, channel),
    hasRealmPermission(realm, actor, 'can_add_subscribers_group'),
  )

const isVisible = (realm: ReadOnlyRealm, actor: User, channel: Channel) =>
  channel.is_default || canSeeContent(channel, loadViewerAccess(realm, actor, channel))
