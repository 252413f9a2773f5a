import { concept } from '../../../concept'
import { getChannelAddress, replaceChannelAddress } from './email-address-endpoints'
import {
  getChannels,
  getChannel,
  getChannelId,
  createChannel,
  getSubscribers,
  archiveChannel,
  updateChannel,
} from './endpoints'

export const channelChanges = concept({
  name: 'management/channels',
  title: 'Channels',
  endpoints: [
    getChannelAddress,
    replaceChannelAddress,
    getChannels,
    getChannel,
    getChannelId,
    createChannel,
    getSubscribers,
    archiveChannel,
    updateChannel,
  ],
})
