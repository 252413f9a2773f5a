import { apiError, badRequest, type ApiError } from '../../../api/errors'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent, type ViewerAccess } from '../../channels/channels/rules'
import { holds, type Standing } from '../../people/groups/rules'
import type { GroupSetting } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import type { User } from '../../people/users/user'

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

/** May they post here? A bot may what its owner may. */
export function refusalToPost(
  channel: Channel,
  sender: ViewerAccess,
  owner: ViewerAccess | undefined,
): ApiError | undefined {
  const either = (may: (viewer: ViewerAccess) => boolean) => may(sender) || (owner !== undefined && may(owner))
  if (!either((viewer) => holds(channel.permissions.can_send_message_group, viewer))) return notPermittedToPost({})
  if (channel.is_archived || !either((viewer) => canSeeContent(channel, viewer)))
    return notAuthorizedToSend({ name: channel.name })
  return undefined
}

export type DirectMessagePolicy = { permission: GroupSetting; initiators: GroupSetting }

/** May this conversation be held, and may they begin it? Bots, and people alone with bots or themselves, always may. */
export function refusalToSendDirectMessage(
  sender: User,
  recipients: readonly { user: User; standing: Standing }[],
  policy: DirectMessagePolicy,
  isNew: boolean,
): ApiError | undefined {
  if (sender.is_bot || recipients.every(({ user }) => user.is_bot || user.user_id === sender.user_id)) return undefined
  if (policy.permission === SYSTEM_GROUPS['role:nobody']) return directMessagesDisabled({})
  if (!recipients.some(({ user, standing }) => !user.is_bot && holds(policy.permission, standing)))
    return noUserCanAuthorize({})
  const own = recipients.find(({ user }) => user.user_id === sender.user_id)
  if (isNew && !(own && holds(policy.initiators, own.standing))) return notPermittedToInitiate({})
  return undefined
}

/** Calling everyone is free among few; among many it takes a permission. */
export const WILDCARD_FREE_UP_TO = 15
