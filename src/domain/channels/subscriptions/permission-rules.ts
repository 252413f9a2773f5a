import { isPermitted, type PermissionValue } from '../../people/groups/permission-rules'
import { canAdminister, canSeeContent, type AccessibleChannel, type ViewerAccess } from '../channels/access-rules'

// The web client uses this file too: it imports only constants and rules.

type ChannelOfSubscribers = AccessibleChannel & {
  permissions: { can_remove_subscribers_group: PermissionValue }
}

/** Whether the viewer can subscribe other users. `realmWide`: the realm permits it for each channel that the viewer can read. */
export const canAddOthers = (channel: ChannelOfSubscribers, viewer: ViewerAccess, realmWide: boolean): boolean =>
  realmWide || canAdminister(channel, viewer) || isPermitted(channel.permissions.can_add_subscribers_group, viewer)

/** Whether the viewer can unsubscribe these users. A user's own bots need no permission of the channel. */
export function canRemoveOthers(
  channel: ChannelOfSubscribers,
  viewer: ViewerAccess,
  others: readonly { bot_owner_id: number | null }[],
): boolean {
  if (canAdminister(channel, viewer)) return true
  if (!canSeeContent(channel, viewer)) return false
  if (others.every((other) => other.bot_owner_id === viewer.user_id)) return true
  return isPermitted(channel.permissions.can_remove_subscribers_group, viewer)
}
