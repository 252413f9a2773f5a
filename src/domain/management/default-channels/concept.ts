import { concept } from '../../../concept'
import tables from './tables.sql'
import {
  addDefaultChannel,
  removeDefaultChannel,
  createChannelGroup,
  updateChannelGroup,
  removeChannelGroup,
  updateChannelsOfGroup,
} from './endpoints'
import { channelGroupsChanged, channelGroupsState } from './events'

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
  state: [channelGroupsState],
})
