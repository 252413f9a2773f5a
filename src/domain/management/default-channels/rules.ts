import { badRequest, type ApiError } from '../../../api/errors'
import type { Channel } from '../../channels/channels/channel'
import { positionOfInvalidCharacter } from '../../channels/channels/rules'
import type { ChannelGroup } from './channel-group'

/** New users cannot be subscribed to a private channel automatically. */
export const privateCannotBeDefault = badRequest(() => 'Private channels cannot be made default.')

export const MAX_CHANNEL_GROUP_NAME_LENGTH = 60

export const channelGroupDoesNotExist = badRequest(
  (f: { id: number }) => `Default channel group with id '${f.id}' does not exist.`,
)
export const channelGroupExists = badRequest(
  (f: { name: string }) => `Default channel group '${f.name}' already exists`,
)
export const channelGroupNameInvalid = badRequest(
  (f: { name: string }) => `Invalid default channel group name '${f.name}'`,
)
export const channelGroupHasThatName = badRequest(
  (f: { name: string }) => `This default channel group is already named '${f.name}'`,
)
export const noGroupChanges = badRequest(() => 'You must pass "new_description" or "new_group_name".')
export const defaultChannelInGroup = badRequest(
  (f: { channel: string; group: string }) => `'${f.channel}' is a default channel and cannot be added to '${f.group}'`,
)
export const alreadyInGroup = badRequest(
  (f: { channel: string; group: string }) =>
    `Channel '${f.channel}' is already present in default channel group '${f.group}'`,
)
export const notInGroup = badRequest(
  (f: { channel: string; group: string }) =>
    `Channel '${f.channel}' is not present in default channel group '${f.group}'`,
)

/** Refuses a name that another group has, in any case. */
export function refusalOfGroupName(name: string, others: readonly ChannelGroup[]): ApiError | undefined {
  if (name === '' || positionOfInvalidCharacter(name) !== undefined) return channelGroupNameInvalid({ name })
  const key = name.toLowerCase()
  return others.some((group) => group.name.toLowerCase() === key) ? channelGroupExists({ name }) : undefined
}

/** Refuses a channel in a group. New users choose groups, so the channel must be public and must not be a default channel. */
export function refusalToBeInGroup({ name, is_default, invite_only }: Channel, group: string): ApiError | undefined {
  if (is_default) return defaultChannelInGroup({ channel: name, group })
  return invite_only ? privateCannotBeDefault({}) : undefined
}
