import { apiError, badRequest, type ApiError } from '../../api/errors'
import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from '../realm/limits'
import { holds, type Standing } from '../groups/rules'
import { ADMINISTRATOR, GUEST } from '../users/user'
import type { Channel } from './channel'

/** What is known of somebody who looks at a channel. */
export type Viewer = Standing & { role: number; is_subscribed: boolean }

/** May they know that it exists, and its name, description and settings? */
export const canSeeMetadata = (channel: Channel, viewer: Viewer): boolean =>
  canSeeContent(channel, viewer) || canAdminister(channel, viewer)

/** May they change what it is? Administrators of the realm may, and guests may not, whoever was given the permission. */
export const canAdminister = (channel: Channel, viewer: Viewer): boolean =>
  viewer.role <= ADMINISTRATOR ||
  (viewer.role < GUEST && holds(channel.permissions.can_administer_channel_group, viewer))

/** May they read what is said in it? Administrators of the realm may not, as such. */
export const canSeeContent = (channel: Channel, viewer: Viewer): boolean =>
  channel.is_web_public ||
  viewer.is_subscribed ||
  (viewer.role < GUEST &&
    (!channel.invite_only ||
      holds(channel.permissions.can_add_subscribers_group, viewer) ||
      holds(channel.permissions.can_subscribe_group, viewer)))

/** May they read what was said before they came? Where history is protected, only what they received. */
export const canSeeHistory = (channel: Channel, viewer: Viewer): boolean =>
  canSeeContent(channel, viewer) && channel.history_public_to_subscribers

export const canSeeSubscribers = (channel: Channel, viewer: Viewer): boolean =>
  viewer.is_subscribed || (canSeeMetadata(channel, viewer) && viewer.role < GUEST)

export const invalidChannelId = badRequest(() => 'Invalid channel ID')
export const channelDoesNotExist = apiError(
  'STREAM_DOES_NOT_EXIST',
  (f: { stream_id: number }) => `Channel with ID '${f.stream_id}' does not exist`,
)
export const channelNamedDoesNotExist = apiError(
  'STREAM_DOES_NOT_EXIST',
  (f: { stream: string }) => `Channel '${f.stream}' does not exist`,
)
export const mayNotAdminister = badRequest(() => 'You do not have permission to administer this channel.')
export const alreadyArchived = badRequest(() => 'Channel is already deactivated')
export const channelNameEmpty = badRequest(() => "Channel name can't be empty.")
export const channelNameTooLong = badRequest(
  () => `Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`,
)
export const channelNameInvalid = badRequest(
  (f: { position: number }) => `Invalid character in channel name, at position ${f.position}.`,
)
export const channelDescriptionTooLong = badRequest(
  () => `description is too long (limit: ${MAX_CHANNEL_DESCRIPTION_LENGTH} characters)`,
)

export function refusalOfChannelName(name: string): ApiError | undefined {
  if (name === '') return channelNameEmpty({})
  if ([...name].length > MAX_CHANNEL_NAME_LENGTH) return channelNameTooLong({})
  const position = positionOfInvalidCharacter(name)
  return position === undefined ? undefined : channelNameInvalid({ position })
}

/** Control characters, lone surrogates and characters that are none: counted from one, as people count. */
export function positionOfInvalidCharacter(text: string): number | undefined {
  const found = [...text].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character))
  return found < 0 ? undefined : found + 1
}

export const refusalOfDescription = (description: string): ApiError | undefined =>
  [...description].length > MAX_CHANNEL_DESCRIPTION_LENGTH ? channelDescriptionTooLong({}) : undefined
