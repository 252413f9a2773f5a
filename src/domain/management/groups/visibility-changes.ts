import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { VISIBILITY_PERMISSIONS } from '../../channels/channels/rules'
import { allChannels } from '../../channels/channels/storage'
import { refersTo } from '../../people/groups/rules'
import { groupsHolding } from '../../people/groups/standing'
import { viewerIdsOf, publishChannelVisibility } from '../../channels/subscriptions/channel-visibility'

/**
 * Makes a change to who is in a group, and tells everyone of the channels that they may know of by it, or no longer. Only
 * channels that name the group, or one that it is within, are looked at.
 */
export function tellingOfSight(realm: Realm, group_id: number, change: () => void): void {
  const groups = groupsHolding(realm, group_id)
  const channels = allChannels(realm).filter((channel) => isSeenBy(channel, groups))
  const before = channels.map((channel) => ({ channel, sight: viewerIdsOf(realm, channel) }))
  change()
  for (const { channel, sight } of before) publishChannelVisibility(realm, channel, sight, viewerIdsOf(realm, channel))
}

// Of other channels those who may have a permission in them know anyway.
const isSeenBy = ({ invite_only, permissions }: Channel, groups: ReadonlySet<number>) =>
  invite_only && VISIBILITY_PERMISSIONS.some((permission) => refersTo(permissions[permission], groups))
