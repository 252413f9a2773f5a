import { concept } from '../../../concept'
import tables from './tables.sql'
import { addDefaultChannel, removeDefaultChannel } from './endpoints'
import { createChannelGroup, updateChannelGroup, removeChannelGroup, updateChannelsOfGroup } from './group-endpoints'
import { channelGroupsChanged, channelGroupsSlice } from './group-events'

export const defaultChannels = concept({
  name: 'management/default-channels',
  title: 'Default channels',
  tables: [tables],
  endpoints: [
    addDefaultChannel,
    removeDefaultChannel,
    createChannelGroup,
    updateChannelGroup,
    removeChannelGroup,
    updateChannelsOfGroup,
  ],
  events: [channelGroupsChanged],
  state: [channelGroupsSlice],
})
