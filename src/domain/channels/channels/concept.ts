import { concept } from '../../../concept'
import defaultPush from './default-push.sql'
import tables from './tables.sql'
import topicCreation from './topic-creation.sql'
import { channelsCreated, channelUpdated, channelsDeleted, defaultChannelsChanged } from './events'

export const channels = concept({
  name: 'channels/channels',
  title: 'Channels',
  tables: [tables, topicCreation, defaultPush],
  events: [channelsCreated, channelUpdated, channelsDeleted, defaultChannelsChanged],
})
