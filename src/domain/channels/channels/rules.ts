import { apiError, badRequest, type ApiError } from '../../../api/errors'
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
} from '../../realm/settings/limits'
import { holds, isSameSetting, type Standing } from '../../people/groups/rules'
import type { RealmPermission } from '../../realm/settings/permissions'
import { ADMINISTRATOR, GUEST } from '../../people/users/user'
import type { Channel } from './channel'
import type { ChannelPermission } from './permissions'

/** What is known of somebody who looks at a channel. */
export type ViewerAccess = Standing & { role: number; is_subscribed: boolean }

/** May they know that it exists, and its name, description and settings? */
export const canSeeMetadata = (channel: Channel, viewer: ViewerAccess): boolean =>
  canSeeContent(channel, viewer) || canAdminister(channel, viewer)

/** May they change what it is? Administrators of the realm may, and guests may not, whoever was given the permission. */
export const canAdminister = (channel: Channel, viewer: ViewerAccess): boolean =>
  viewer.role <= ADMINISTRATOR ||
  (viewer.role < GUEST && holds(channel.permissions.can_administer_channel_group, viewer))

/** May they read what is said in it? Administrators of the realm may not, as such. */
export const canSeeContent = (channel: Channel, viewer: ViewerAccess): boolean =>
  channel.is_web_public ||
  (viewer.role < GUEST && !channel.invite_only) ||
  viewer.is_subscribed ||
  (viewer.role < GUEST &&
    (holds(channel.permissions.can_add_subscribers_group, viewer) ||
      holds(channel.permissions.can_subscribe_group, viewer)))

/** May they read what was said before they came? Where history is protected, only what they received. */
export const canSeeHistory = (channel: Channel, viewer: ViewerAccess): boolean =>
  canSeeContent(channel, viewer) && channel.history_public_to_subscribers

/** Those who hold one of these in a private channel may know of it. In others, everyone who may hold them may anyway. */
export const VISIBILITY_PERMISSIONS: readonly ChannelPermission[] = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
]

/** Are these open to the same people? */
export const hasSameVisibility = (before: Channel, after: Channel): boolean =>
  before.invite_only === after.invite_only &&
  before.is_web_public === after.is_web_public &&
  (!after.invite_only ||
    VISIBILITY_PERMISSIONS.every((name) => isSameSetting(before.permissions[name], after.permissions[name])))

export const canSeeSubscribers = (channel: Channel, viewer: ViewerAccess): boolean =>
  viewer.is_subscribed || (canSeeMetadata(channel, viewer) && viewer.role < GUEST)

/** What may be needed beside administering a channel: to read it, a role, or a permission of the realm. */
export type Requirement = 'content' | 'web-public channels' | 'administrator' | 'owner' | RealmPermission

/** Letting oneself read a channel, or delete what is said in it, is for those who can read it already. */
const PERMISSIONS_FOR_READERS: readonly ChannelPermission[] = [
  'can_add_subscribers_group',
  'can_subscribe_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
]
const PERMISSIONS_TO_DELETE: readonly ChannelPermission[] = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
]

/** A channel as it would be; it may have no id yet. */
export type NewChannel = Omit<Channel, 'stream_id'>

/** What somebody needs who makes this channel: what an ordinary one of its kind needs, and what changing that one does. */
export const requirementsToCreate = (ordinary: NewChannel, wished: NewChannel): Requirement[] => [
  ...requirementsOfPrivacy(wished),
  ...requirementsToChange({ ...ordinary, ...privacyOf(wished) }, wished),
]

const privacyOf = ({ invite_only, is_web_public, history_public_to_subscribers }: NewChannel) => ({
  invite_only,
  is_web_public,
  history_public_to_subscribers,
})

/** What somebody needs who makes this change, in the order in which they are asked for it. */
export function requirementsToChange(before: NewChannel, after: NewChannel): Requirement[] {
  const differs = (...names: (keyof NewChannel)[]) => names.some((name) => before[name] !== after[name])
  const gives = (names: readonly ChannelPermission[]) =>
    names.some((name) => !isSameSetting(before.permissions[name], after.permissions[name]))
  const needs: Requirement[] = []
  if (differs('invite_only', 'is_web_public', 'history_public_to_subscribers') || gives(PERMISSIONS_FOR_READERS))
    needs.push('content')
  if (differs('invite_only', 'is_web_public')) needs.push(...requirementsOfPrivacy(after))
  if (differs('is_default')) needs.push('administrator')
  if (differs('message_retention_days')) needs.push('owner')
  if (differs('topics_policy') && after.topics_policy !== 'inherit') needs.push('can_set_topics_policy_group')
  if (gives(PERMISSIONS_TO_DELETE)) needs.push('can_set_delete_message_policy_group')
  return needs
}

/** What somebody needs who makes a channel of this kind, or makes one into it. */
export function requirementsOfPrivacy({
  invite_only,
  is_web_public,
}: Pick<Channel, 'invite_only' | 'is_web_public'>): Requirement[] {
  if (is_web_public) return ['web-public channels', 'can_create_web_public_channel_group']
  return [invite_only ? 'can_create_private_channel_group' : 'can_create_public_channel_group']
}

export const invalidChannelId = badRequest(() => 'Invalid channel ID')
export const invalidChannelName = badRequest((f: { name: string }) => `Invalid channel name '${f.name}'`)
export const subscribersNotAvailable = badRequest(() => 'Subscriber data is not available for this channel')
export const channelDoesNotExist = apiError(
  'STREAM_DOES_NOT_EXIST',
  (f: { stream_id: number }) => `Channel with ID '${f.stream_id}' does not exist`,
)
export const channelNamedDoesNotExist = apiError(
  'STREAM_DOES_NOT_EXIST',
  (f: { stream: string }) => `Channel '${f.stream}' does not exist`,
)
export const cannotAdministerChannel = badRequest(() => 'You do not have permission to administer this channel.')
export const channelAlreadyArchived = badRequest(() => 'Channel is already deactivated')
export const channelNotArchived = badRequest(() => 'Channel is not currently deactivated')
export const privateChannelHasNoSubscribers = badRequest(() => 'Channel is private and has no subscribers.')
export const archivedCannotBeDefault = badRequest(() => 'An archived channel cannot be a default channel.')
export const moderationChannelIsPrivate = badRequest(() => 'The channel for moderation requests must be private.')
export const webPublicNotEnabled = badRequest(() => 'Web-public channels are not enabled.')
export const channelHasNamedTopics = badRequest(
  () => `All messages in this channel must be in its "${EMPTY_TOPIC_DISPLAY_NAME}" topic first.`,
)
export const channelHasThatName = badRequest(() => 'Channel already has that name.')
export const channelNameInUse = badRequest(() => 'Channel name already in use.')
export const channelAlreadyExists = apiError(
  'CHANNEL_ALREADY_EXISTS',
  (f: { channel_name: string }) => `Channel '${f.channel_name}' already exists`,
)
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

/** A private channel that nobody is in has nobody who could let others in. */
export function refusalToUnarchive({ is_archived, invite_only, subscriber_count }: Channel): ApiError | undefined {
  if (!is_archived) return channelNotArchived({})
  return invite_only && subscriber_count === 0 ? privateChannelHasNoSubscribers({}) : undefined
}

/** Another channel may have the name; the channel itself may have it in another case. */
export function refusalToRename(channel: Channel, name: string, named: Channel | undefined): ApiError | undefined {
  if (name === channel.name) return channelHasThatName({})
  const refusal = refusalOfChannelName(name)
  if (refusal) return refusal
  return named && named.stream_id !== channel.stream_id ? channelNameInUse({}) : undefined
}

/** Descriptions have one line. Forms in a browser end theirs with two characters. */
export const normalizeDescription = (text: string): string => text.replace(/\r?\n|\r/g, ' ').trim()

export const refusalOfDescription = (description: string): ApiError | undefined =>
  [...description].length > MAX_CHANNEL_DESCRIPTION_LENGTH ? channelDescriptionTooLong({}) : undefined

/** For the notes of endpoints that give a channel a name: no two channels have one, so a taken name must be refused. */
export const NOTE_ON_TAKEN_NAMES =
  'A name is taken if any channel has it, also a private channel that you must not know. The refusal tells that much.'
