import { list, naturalNumber, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelName } from '../../channels/channels/rules'
import { MAX_CHANNELS_AT_ONCE, MAX_CHANNEL_DESCRIPTION_LENGTH } from '../../realm/settings/limits'
import { administrators } from '../../people/users/callers'
import {
  alreadyInGroup,
  channelGroupDoesNotExist,
  channelGroupExists,
  channelGroupHasThatName,
  channelGroupNameInvalid,
  defaultChannelInGroup,
  MAX_CHANNEL_GROUP_NAME_LENGTH,
  nothingNewOfGroup,
  notInGroup,
} from './group-rules'
import { changeGroup, endGroup, makeGroup, renameGroup } from './groups'
import { privateCannotBeDefault } from './rules'

const name = text(MAX_CHANNEL_GROUP_NAME_LENGTH)
const description = text(MAX_CHANNEL_DESCRIPTION_LENGTH)

const channelErrors = [invalidChannelName, defaultChannelInGroup, privateCannotBeDefault]

export const createChannelGroup = endpoint.decision({
  route: 'POST /default_stream_groups/create',
  summary: 'Put channels together for newcomers to choose from. Administrators only.',
  caller: administrators,
  params: { group_name: name, description, stream_names: list(shortText(), MAX_CHANNELS_AT_ONCE) },
  returns: {},
  errors: [channelGroupNameInvalid, channelGroupExists, ...channelErrors],
  decide: (realm, actor, wanted) => makeGroup(realm, actor, wanted),
})

export const updateChannelGroup = endpoint.decision({
  route: 'PATCH /default_stream_groups/:group_id',
  summary: 'Call a group of channels something else. Administrators only.',
  caller: administrators,
  params: { group_id: naturalNumber(), new_group_name: optional(name), new_description: optional(description) },
  returns: {},
  errors: [
    channelGroupDoesNotExist,
    nothingNewOfGroup,
    channelGroupHasThatName,
    channelGroupNameInvalid,
    channelGroupExists,
  ],
  decide: (realm, _, { group_id, ...news }) => renameGroup(realm, group_id, news),
})

export const removeChannelGroup = endpoint.decision({
  route: 'DELETE /default_stream_groups/:group_id',
  summary: 'Offer channels together no longer. They themselves stay. Administrators only.',
  caller: administrators,
  params: { group_id: naturalNumber() },
  returns: {},
  errors: [channelGroupDoesNotExist],
  decide: (realm, _, { group_id }) => endGroup(realm, group_id),
})

export const updateChannelsOfGroup = endpoint.decision({
  route: 'PATCH /default_stream_groups/:group_id/streams',
  summary: 'Put channels into a group for newcomers, or take them out. Administrators only.',
  caller: administrators,
  params: {
    group_id: naturalNumber(),
    op: oneOf(['add', 'remove']),
    stream_names: list(shortText(), MAX_CHANNELS_AT_ONCE),
  },
  returns: {},
  errors: [channelGroupDoesNotExist, alreadyInGroup, notInGroup, ...channelErrors],
  decide: (realm, actor, { group_id, ...change }) => changeGroup(realm, actor, group_id, change),
})
