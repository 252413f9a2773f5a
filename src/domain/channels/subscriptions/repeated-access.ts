import type { Queue } from '../../../events/queue'
import type { ReadOnlyRealm } from '../../../realm'
import { groupAndGroupsAbove } from '../../people/groups/membership'
import { refersToGroup } from '../../people/groups/rules'
import { userAtEvent } from '../../people/users/role-history-storage'
import { GUEST } from '../../people/users/user'
import type { GroupSetting } from '../../realm/settings/permissions'
import { settingsOf } from '../../realm/settings/storage'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { VISIBILITY_PERMISSIONS } from '../channels/rules'
import { findChannelAt } from '../channels/visibility-storage'
import { usersEverSubscribed } from './storage'

type ChannelId = { stream_id: number }

/**
 * Returns which audiences have the same access to their channels. Members have the same access to all public channels, so these
 * share their lists, and each event is decided for each guest. The users with access to a private channel change with its
 * permissions, with groups, and with subscriptions.
 */
export function repeatsByAccess(realm: ReadOnlyRealm, { stream_id }: ChannelId, event_id: number) {
  const channel = findChannelAt(realm, stream_id, event_id)
  if (channel === undefined) return undefined
  if (!channel.invite_only)
    return {
      group: `public ${channel.is_web_public}`,
      isException: ({ user_id }: Queue) => (userAtEvent(realm, user_id, event_id)?.role ?? GUEST) === GUEST,
    }
  const permissions = VISIBILITY_PERMISSIONS.map((name) => channel.permissions[name])
  const groups = groupsThatTimeChanges(realm)
  if (permissions.some((permission) => refersToGroup(permission, groups))) return undefined
  return { group: JSON.stringify([stream_id, channel.is_web_public, permissions]) }
}

/** Members become full members by time alone. A group of all members does not change then. */
function groupsThatTimeChanges(realm: ReadOnlyRealm): Set<number> {
  if (settingsOf(realm).waiting_period_threshold === 0) return new Set()
  const groups = groupAndGroupsAbove(realm, SYSTEM_GROUPS['role:fullmembers'])
  for (const name of ['role:members', 'role:everyone', 'role:internet'] as const) groups.delete(SYSTEM_GROUPS[name])
  return groups
}

/** Returns users among whom all readers of a private channel are at an event. Undefined: members of groups can read it too. */
export function candidateReaders(realm: ReadOnlyRealm, { stream_id }: ChannelId, event_id: number) {
  const channel = findChannelAt(realm, stream_id, event_id)
  if (!channel?.invite_only || channel.is_web_public) return undefined
  const { can_add_subscribers_group, can_subscribe_group } = channel.permissions
  const [adding, subscribing] = [usersNamedIn(can_add_subscribers_group), usersNamedIn(can_subscribe_group)]
  return adding && subscribing && [...usersEverSubscribed(realm, stream_id), ...adding, ...subscribing]
}

/** Returns the users with a permission, or undefined if it names a group with members. */
function usersNamedIn(permission: GroupSetting): readonly number[] | undefined {
  if (permission === SYSTEM_GROUPS['role:nobody']) return []
  return typeof permission === 'number' || permission.direct_subgroups.length > 0
    ? undefined
    : permission.direct_members
}
