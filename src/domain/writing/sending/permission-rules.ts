import { canSeeContent, type AccessibleChannel, type ViewerAccess } from '../../channels/channels/access-rules'
import { isPermitted, type GroupMembership, type PermissionValue } from '../../people/groups/permission-rules'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'

// The web client uses this file too: it imports only constants and rules.

type ChannelToPost = AccessibleChannel & {
  is_archived: boolean
  permissions: { can_send_message_group: PermissionValue }
}

/** The channel of a message, and the users whose permissions count: the sender, and the owner of a bot. */
export type PostingFacts = { channel: ChannelToPost; sender: ViewerAccess; owner: ViewerAccess | undefined }

/** Returns why the sender may not post in the channel. A bot has the permissions of its owner, too. */
export function obstacleToPost({ channel, sender, owner }: PostingFacts): 'notPermitted' | 'notAuthorized' | undefined {
  const eitherCan = (can: (viewer: ViewerAccess) => boolean) => can(sender) || (owner !== undefined && can(owner))
  if (!eitherCan((viewer) => isPermitted(channel.permissions.can_send_message_group, viewer))) return 'notPermitted'
  return channel.is_archived || !eitherCan((viewer) => canSeeContent(channel, viewer)) ? 'notAuthorized' : undefined
}

/** Whether the sender may begin a topic in the channel. A bot has the permissions of its owner, too. */
export const mayCreateTopic = (
  { permissions }: { permissions: { can_create_topic_group: PermissionValue } },
  { sender, owner }: Omit<PostingFacts, 'channel'>,
): boolean => [sender, owner].some((viewer) => viewer && isPermitted(permissions.can_create_topic_group, viewer))

type Writer = { user_id: number; is_bot: boolean }
/** `isLinkGuest`: a guest of a link answers, and begins no conversation, not even with a bot. */
type Sender = Writer & { isLinkGuest: boolean }

/** Two settings of the realm: the group that may authorize direct conversations, and the group that may begin them. */
export type DirectMessagePolicy = { permission: PermissionValue; initiators: PermissionValue }

export type DirectObstacle = 'disabled' | 'noAuthorizer' | 'mayNotInitiate'

/**
 * Returns why the sender may not write to these recipients, who include the sender. One of them must have the permission.
 * Messages from bots, messages only to bots, and messages to oneself need no permission.
 */
export function obstacleToDirectMessage(
  sender: Sender,
  recipients: readonly { user: Writer; membership: GroupMembership }[],
  policy: DirectMessagePolicy,
  isNew: boolean,
): DirectObstacle | undefined {
  if (isNew && sender.isLinkGuest && recipients.length > 1) return 'mayNotInitiate'
  if (sender.is_bot || recipients.every(({ user }) => user.is_bot || user.user_id === sender.user_id)) return undefined
  if (policy.permission === SYSTEM_GROUPS['role:nobody']) return 'disabled'
  if (!recipients.some(({ user, membership }) => !user.is_bot && isPermitted(policy.permission, membership)))
    return 'noAuthorizer'
  const initiator = recipients.find(({ user }) => user.user_id === sender.user_id)
  return isNew && !(initiator && isPermitted(policy.initiators, initiator.membership)) ? 'mayNotInitiate' : undefined
}
