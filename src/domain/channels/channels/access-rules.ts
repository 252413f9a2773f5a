import { isPermitted, type GroupMembership, type PermissionValue } from '../../people/groups/permission-rules'
import { ADMINISTRATOR, GUEST } from '../../people/users/user'

// The web client uses this file too: it imports only constants and rules.

/** What the access to a channel depends on. */
export type AccessibleChannel = {
  stream_id: number
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers: boolean
  permissions: {
    can_administer_channel_group: PermissionValue
    can_add_subscribers_group: PermissionValue
    can_subscribe_group: PermissionValue
  }
}

/** The facts about a viewer of a channel that the rules need. `loadViewerAccess` loads them. */
export type ViewerAccess = GroupMembership & {
  role: number
  is_subscribed: boolean
  /** The viewer is an agent that sees only these channels. */
  limited_to?: ReadonlySet<number> | undefined
}

/** Whether the viewer can see the channel's name, description and settings. */
export const canSeeMetadata = (channel: AccessibleChannel, viewer: ViewerAccess): boolean =>
  isWithinLimit(channel, viewer) && (canSeeContent(channel, viewer) || canAdminister(channel, viewer))

/** Whether the viewer is no agent that is limited to other channels. */
export const isWithinLimit = ({ stream_id }: AccessibleChannel, { limited_to }: ViewerAccess): boolean =>
  limited_to === undefined || limited_to.has(stream_id)

/** Whether the viewer can change the channel. Administrators always can. Guests never can, even with the permission. */
export const canAdminister = (channel: AccessibleChannel, viewer: ViewerAccess): boolean =>
  viewer.role <= ADMINISTRATOR ||
  (viewer.role < GUEST && isPermitted(channel.permissions.can_administer_channel_group, viewer))

/** Whether the viewer can read messages of the channel. The role of an administrator alone is not enough. */
export const canSeeContent = (channel: AccessibleChannel, viewer: ViewerAccess): boolean =>
  isWithinLimit(channel, viewer) &&
  (channel.is_web_public ||
    (viewer.role < GUEST && !channel.invite_only) ||
    viewer.is_subscribed ||
    (viewer.role < GUEST &&
      (isPermitted(channel.permissions.can_add_subscribers_group, viewer) ||
        isPermitted(channel.permissions.can_subscribe_group, viewer))))

/** Whether the viewer sees every channel that is not private. Their lists then share the texts of those channels. */
export const seesAllPublicChannels = ({ role, limited_to }: ViewerAccess): boolean =>
  role < GUEST && limited_to === undefined

/** Whether the viewer can read messages that they did not receive. With protected history, no user can. */
export const canSeeHistory = (channel: AccessibleChannel, viewer: ViewerAccess): boolean =>
  canSeeContent(channel, viewer) && channel.history_public_to_subscribers

export const canSeeSubscribers = (channel: AccessibleChannel, viewer: ViewerAccess): boolean =>
  isWithinLimit(channel, viewer) && (viewer.is_subscribed || (canSeeMetadata(channel, viewer) && viewer.role < GUEST))
