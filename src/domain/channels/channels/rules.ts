import { apiError, badRequest, type ApiError } from '../../../api/errors'
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
} from '../../realm/settings/limits'
import { isSameSetting } from '../../people/groups/rules'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import type { RealmPermission } from '../../realm/settings/permissions'
import type { Channel } from './channel'
import type { ChannelPermission } from './permissions'

/** A member with one of these permissions can see a private channel. All members can see the other channels. */
export const VISIBILITY_PERMISSIONS: readonly ChannelPermission[] = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
]

/** Whether the same users can see both versions of a channel. */
export const hasSameVisibility = (before: Channel, after: Channel): boolean =>
  before.invite_only === after.invite_only &&
  before.is_web_public === after.is_web_public &&
  (!after.invite_only ||
    VISIBILITY_PERMISSIONS.every((name) => isSameSetting(before.permissions[name], after.permissions[name])))

export const topicsMustBeOpen = badRequest(
  () => 'Everyone must be able to create topics in a private channel with protected history.',
)

/** A user who does not see older topics could not know which topics exist. */
export const refusalOfTopicCreation = (channel: NewChannel): ApiError | undefined =>
  channel.invite_only &&
  !channel.history_public_to_subscribers &&
  channel.permissions.can_create_topic_group !== SYSTEM_GROUPS['role:everyone']
    ? topicsMustBeOpen({})
    : undefined

/** What a change of a channel can require, besides the right to administer it: a realm permission, for example. */
export type Requirement = 'content' | 'web-public channels' | 'administrator' | 'owner' | RealmPermission

/** Only a reader of a channel can give these permissions: with them, users can read the channel or delete its messages. */
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

/** A channel that has no id yet. */
export type NewChannel = Omit<Channel, 'stream_id'>

/**
 * Returns the requirements to create `requested`. They are those of its privacy, and those of a change from a channel with
 * default settings (`initial`) to this one.
 */
export const requirementsToCreate = (initial: NewChannel, requested: NewChannel): Requirement[] => [
  ...requirementsOfPrivacy(requested),
  ...requirementsToChange({ ...initial, ...privacyOf(requested) }, requested),
]

const privacyOf = ({ invite_only, is_web_public, history_public_to_subscribers }: NewChannel) => ({
  invite_only,
  is_web_public,
  history_public_to_subscribers,
})

/** Returns the requirements of a change, in the order in which they are checked. */
export function requirementsToChange(before: NewChannel, after: NewChannel): Requirement[] {
  const differs = (...names: (keyof NewChannel)[]) => names.some((name) => before[name] !== after[name])
  const changes = (names: readonly ChannelPermission[]) =>
    names.some((name) => !isSameSetting(before.permissions[name], after.permissions[name]))
  const requirements: Requirement[] = []
  if (differs('invite_only', 'is_web_public', 'history_public_to_subscribers') || changes(PERMISSIONS_FOR_READERS))
    requirements.push('content')
  if (differs('invite_only', 'is_web_public')) requirements.push(...requirementsOfPrivacy(after))
  if (differs('is_default', 'default_push_notifications')) requirements.push('administrator')
  if (differs('message_retention_days')) requirements.push('owner')
  if (differs('topics_policy') && after.topics_policy !== 'inherit') requirements.push('can_set_topics_policy_group')
  if (changes(PERMISSIONS_TO_DELETE)) requirements.push('can_set_delete_message_policy_group')
  return requirements
}

/** Returns the requirements to create a channel with this privacy, or to change a channel to it. */
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
/** Archived channels count too: a channel is never deleted. */
const MAX_CHANNELS = 10_000
export const tooManyChannels = badRequest(() => `An organization can have no more than ${MAX_CHANNELS} channels.`)

export const refusalOfChannelCount = (count: number): ApiError | undefined =>
  count >= MAX_CHANNELS ? tooManyChannels({}) : undefined

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

/** Returns the position, from 1, of the first control character, lone surrogate or unassigned code point. */
export function positionOfInvalidCharacter(text: string): number | undefined {
  const index = [...text].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character))
  return index < 0 ? undefined : index + 1
}

/** A private channel without subscribers stays archived: no subscriber could add others. */
export function refusalToUnarchive({ is_archived, invite_only, subscriber_count }: Channel): ApiError | undefined {
  if (!is_archived) return channelNotArchived({})
  return invite_only && subscriber_count === 0 ? privateChannelHasNoSubscribers({}) : undefined
}

/** Refuses the name of another channel (`channelOfName`). A channel can change the case of its own name. */
export function refusalToRename(
  channel: Channel,
  name: string,
  channelOfName: Channel | undefined,
): ApiError | undefined {
  if (name === channel.name) return channelHasThatName({})
  const refusal = refusalOfChannelName(name)
  if (refusal) return refusal
  return channelOfName && channelOfName.stream_id !== channel.stream_id ? channelNameInUse({}) : undefined
}

/** Returns the description as one line. Browsers end the lines of a form with two characters. */
export const normalizeDescription = (text: string): string => text.replace(/\r?\n|\r/g, ' ').trim()

export const refusalOfDescription = (description: string): ApiError | undefined =>
  [...description].length > MAX_CHANNEL_DESCRIPTION_LENGTH ? channelDescriptionTooLong({}) : undefined

/** A note for endpoints that name a channel. Names are unique, so the server must refuse a name that a channel has. */
export const NOTE_ON_TAKEN_NAMES =
  'A name is in use if any channel has it, including a private channel that you cannot see. The error reveals this.'
