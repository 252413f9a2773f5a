import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { VISIBILITY_PERMISSIONS } from '../../channels/channels/rules'
import { allChannels } from '../../channels/channels/storage'
import { publishChannelVisibility, viewersOfChannels } from '../../channels/subscriptions/channel-visibility'
import { groupAndGroupsAbove } from '../../people/groups/membership'
import { refersToGroup } from '../../people/groups/rules'
import { findUser, readUsers } from '../../people/users/storage'

/**
 * Makes a change of a group's members. Publishes each private channel to the users who can see it because of the change, and
 * its deletion to the users who no longer can. Tests only channels with a permission for the group or a group that contains it.
 * `changed`: no other users join or leave the group.
 */
export function withChannelVisibilityChanges(
  realm: Realm,
  group_id: number,
  change: () => void,
  changed?: readonly number[],
): void {
  const groups = groupAndGroupsAbove(realm, group_id)
  const channels = allChannels(realm).filter((channel) => dependsOn(channel, groups))
  if (channels.length === 0) return change()
  if (changed) readUsers(realm, changed)
  const users = () => changed?.flatMap((user_id) => findUser(realm, user_id) ?? [])
  const before = viewersOfChannels(realm, channels, users())
  change()
  const after = viewersOfChannels(realm, channels, users())
  for (const [nth, { channel, viewers }] of before.entries())
    publishChannelVisibility(realm, channel, viewers, after[nth]!.viewers)
}

// All members see the other channels anyway.
const dependsOn = ({ invite_only, permissions }: Channel, groups: ReadonlySet<number>) =>
  invite_only && VISIBILITY_PERMISSIONS.some((permission) => refersToGroup(permissions[permission], groups))
