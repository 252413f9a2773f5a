import { apiError, badRequest, type ApiError } from '../../../api/errors'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent, type ViewerAccess } from '../../channels/channels/access-rules'
import { isPermitted, type GroupMembership } from '../../people/groups/permission-rules'
import type { GroupSetting } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import type { User } from '../../people/users/user'

/** The user allowed the agent only some channels. */
export const agentIsLimited = badRequest(() => 'This agent may not send direct messages')
export const messageWithoutRecipients = badRequest(() => 'Message must have recipients')
export const recipientsHidden = badRequest(() => 'You do not have permission to access some of the recipients.')
export const recipientsMixed = badRequest(() => 'Recipient lists may contain emails or user IDs, but not both.')
export const oneChannelExpected = badRequest(() => 'Expected exactly one channel')
export const invalidRecipientEmail = badRequest((f: { email: string }) => `Invalid email '${f.email}'`)
export const invalidRecipientId = badRequest((f: { user_id: number }) => `Invalid user ID ${f.user_id}`)
export const recipientDeactivated = badRequest((f: { email: string }) => `'${f.email}' is no longer using Svc.`)
export const notPermittedToPost = badRequest(() => 'You do not have permission to post in this channel.')
export const notAuthorizedToSend = badRequest((f: { name: string }) => `Not authorized to send to channel '${f.name}'`)
export const groupMentionNotAllowed = badRequest(
  (f: { name: string }) => `You are not allowed to mention user group '${f.name}'.`,
)
export const directMessagesDisabled = badRequest(() => 'Direct messages are disabled in this organization.')
export const noUserCanAuthorize = badRequest(() => 'This conversation does not include any users who can authorize it.')
export const notPermittedToInitiate = badRequest(
  () => 'You do not have permission to initiate direct message conversations.',
)
export const channelWildcardNotAllowed = apiError(
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  () => 'You do not have permission to use channel wildcard mentions in this channel.',
)
export const topicWildcardNotAllowed = apiError(
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  () => 'You do not have permission to use topic wildcard mentions in this topic.',
)

/** The channel of a message, and the users whose permissions count: the sender, and the owner of a bot. */
export type PostingAccess = { channel: Channel; sender: ViewerAccess; owner: ViewerAccess | undefined }

/** Returns why the sender may not post in the channel. A bot has the permissions of its owner, too. */
export function refusalToPost({ channel, sender, owner }: PostingAccess): ApiError | undefined {
  const eitherCan = (can: (viewer: ViewerAccess) => boolean) => can(sender) || (owner !== undefined && can(owner))
  if (!eitherCan((viewer) => isPermitted(channel.permissions.can_send_message_group, viewer)))
    return notPermittedToPost({})
  if (channel.is_archived || !eitherCan((viewer) => canSeeContent(channel, viewer)))
    return notAuthorizedToSend({ name: channel.name })
  return undefined
}

/** Two settings of the realm: the group that may authorize direct conversations, and the group that may begin them. */
export type DirectMessagePolicy = { permission: GroupSetting; initiators: GroupSetting }

/**
 * Returns why the sender may not write to these recipients, who include the sender. One of them must have the permission.
 * Messages from bots, messages only to bots, and messages to oneself need no permission.
 */
export function refusalToSendDirectMessage(
  sender: User,
  recipients: readonly { user: User; membership: GroupMembership }[],
  policy: DirectMessagePolicy,
  isNew: boolean,
): ApiError | undefined {
  if (sender.is_bot || recipients.every(({ user }) => user.is_bot || user.user_id === sender.user_id)) return undefined
  if (policy.permission === SYSTEM_GROUPS['role:nobody']) return directMessagesDisabled({})
  if (!recipients.some(({ user, membership }) => !user.is_bot && isPermitted(policy.permission, membership)))
    return noUserCanAuthorize({})
  const initiator = recipients.find(({ user }) => user.user_id === sender.user_id)
  if (isNew && !(initiator && isPermitted(policy.initiators, initiator.membership))) return notPermittedToInitiate({})
  return undefined
}

/** The number of users that a wildcard may notify without the permission to mention many users. */
export const WILDCARD_FREE_UP_TO = 15
