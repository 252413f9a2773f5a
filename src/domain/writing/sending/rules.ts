import { apiError, badRequest, type ApiError } from '../../../api/errors'
import type { Channel } from '../../channels/channels/channel'
import { obstacleToDirectMessage, obstacleToPost, type DirectObstacle, type PostingFacts } from './permission-rules'

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
export const notPermittedToCreateTopics = badRequest(
  () => 'You do not have permission to create new topics in this channel.',
)
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

/** The channel of a message, and the users whose permissions count. */
export type PostingAccess = PostingFacts & { channel: Channel }

/** Returns why the sender may not post in the channel. */
export function refusalToPost(access: PostingAccess): ApiError | undefined {
  const obstacle = obstacleToPost(access)
  if (obstacle === undefined) return undefined
  return obstacle === 'notPermitted' ? notPermittedToPost({}) : notAuthorizedToSend({ name: access.channel.name })
}

const DIRECT_REFUSALS: Record<DirectObstacle, () => ApiError> = {
  disabled: () => directMessagesDisabled({}),
  noAuthorizer: () => noUserCanAuthorize({}),
  mayNotInitiate: () => notPermittedToInitiate({}),
}

/** Returns why the sender may not write to these recipients, who include the sender. */
export function refusalToSendDirectMessage(...facts: Parameters<typeof obstacleToDirectMessage>): ApiError | undefined {
  const obstacle = obstacleToDirectMessage(...facts)
  return obstacle && DIRECT_REFUSALS[obstacle]()
}

/** The number of users that a wildcard may notify without the permission to mention many users. */
export const WILDCARD_FREE_UP_TO = 15
