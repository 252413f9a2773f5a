import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { VISIBILITY_PERMISSIONS } from '../../channels/channels/rules'
import { allChannels } from '../../channels/channels/storage'
import { publishChannelVisibility, viewerIdsOf } from '../../channels/subscriptions/channel-visibility'
import { refersToGroup } from '../../people/groups/rules'
import { groupAndGroupsAbove } from '../../people/groups/membership'

/**
 * Makes a change of a group's members. Publishes each private channel to the users who can see it because of the change, and
 * its deletion to the users who no longer can. Tests only channels with a permission for the group or a group that contains it.
 */
export function withChannelVisibilityChanges(realm: Realm, group_id: number, change: () => void): void {
  const groups = groupAndGroupsAbove(realm, group_id)
  const before = allChannels(realm)
    .filter((channel) => dependsOn(channel, groups))
    .map((channel) => ({ channel, viewers: viewerIdsOf(realm, channel) }))
  change()
  for (const { channel, viewers } of before)
    publishChannelVisibility(realm, channel, viewers, viewerIdsOf(realm, channel))
}

// All members see the other channels anyway.
const dependsOn = ({ invite_only, permissions }: Channel, groups: ReadonlySet<number>) =>
  invite_only && VISIBILITY_PERMISSIONS.some((permission) => refersToGroup(permissions[permission], groups))
