import { concept } from '../../../concept'
import tables from './tables.sql'
import { channelsCreated, channelUpdated, channelsDeleted, defaultChannelsChanged } from './events'

export const channels = concept({
  name: 'channels/channels',
  title: 'Channels',
  tables: [tables],
  events: [channelsCreated, channelUpdated, channelsDeleted, defaultChannelsChanged],
})
