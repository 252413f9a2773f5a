import { list, naturalNumber, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId, invalidChannelName } from '../../channels/channels/rules'
import { administrators } from '../../people/users/callers'
import { MAX_CHANNELS_AT_ONCE, MAX_CHANNEL_DESCRIPTION_LENGTH } from '../../realm/settings/limits'
import { createGroup, removeGroup, setDefaultChannel, updateGroup, updateGroupChannels } from './actions'
import {
  alreadyInGroup,
  channelGroupDoesNotExist,
  channelGroupExists,
  channelGroupHasThatName,
  channelGroupNameInvalid,
  defaultChannelInGroup,
  MAX_CHANNEL_GROUP_NAME_LENGTH,
  noGroupChanges,
  notInGroup,
  privateCannotBeDefault,
} from './rules'

export const addDefaultChannel = endpoint.decision({
  route: 'POST /default_streams',
  summary: 'Add a channel to the default channels: new users are subscribed to it.',
  caller: administrators,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId, privateCannotBeDefault],
  decide: (realm, actor, { stream_id }) => setDefaultChannel(realm, actor, { stream_id, is_default: true }),
})

export const removeDefaultChannel = endpoint.decision({
  route: 'DELETE /default_streams',
  summary: 'Remove a channel from the default channels.',
  caller: administrators,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId],
  decide: (realm, actor, { stream_id }) => setDefaultChannel(realm, actor, { stream_id, is_default: false }),
})

const name = text(MAX_CHANNEL_GROUP_NAME_LENGTH)
const description = text(MAX_CHANNEL_DESCRIPTION_LENGTH)

const channelErrors = [invalidChannelName, defaultChannelInGroup, privateCannotBeDefault]

export const createChannelGroup = endpoint.decision({
  route: 'POST /default_stream_groups/create',
  summary: 'Create a group of channels that new users can choose during sign-up.',
  caller: administrators,
  params: { group_name: name, description, stream_names: list(shortText(), MAX_CHANNELS_AT_ONCE) },
  returns: {},
  errors: [channelGroupNameInvalid, channelGroupExists, ...channelErrors],
  decide: (realm, actor, group) => createGroup(realm, actor, group),
})

export const updateChannelGroup = endpoint.decision({
  route: 'PATCH /default_stream_groups/:group_id',
  summary: 'Change the name or description of a group of channels for new users.',
  caller: administrators,
  params: { group_id: naturalNumber(), new_group_name: optional(name), new_description: optional(description) },
  returns: {},
  errors: [
    channelGroupDoesNotExist,
    noGroupChanges,
    channelGroupHasThatName,
    channelGroupNameInvalid,
    channelGroupExists,
  ],
  decide: (realm, _, { group_id, ...changes }) => updateGroup(realm, group_id, changes),
})

export const removeChannelGroup = endpoint.decision({
  route: 'DELETE /default_stream_groups/:group_id',
  summary: 'Delete a group of channels for new users. The channels stay.',
  caller: administrators,
  params: { group_id: naturalNumber() },
  returns: {},
  errors: [channelGroupDoesNotExist],
  decide: (realm, _, { group_id }) => removeGroup(realm, group_id),
})

export const updateChannelsOfGroup = endpoint.decision({
  route: 'PATCH /default_stream_groups/:group_id/streams',
  summary: 'Add channels to a group for new users, or remove them.',
  caller: administrators,
  params: {
    group_id: naturalNumber(),
    op: oneOf(['add', 'remove']),
    stream_names: list(shortText(), MAX_CHANNELS_AT_ONCE),
  },
  returns: {},
  errors: [channelGroupDoesNotExist, alreadyInGroup, notInGroup, ...channelErrors],
  decide: (realm, actor, { group_id, ...change }) => updateGroupChannels(realm, actor, group_id, change),
})
