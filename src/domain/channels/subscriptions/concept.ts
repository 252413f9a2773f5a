import { concept } from '../../../concept'
import tables from './tables.sql'
import {
  channelSubscribers,
  queuesOfAllPublicChannels,
  channelViewers,
  clientsWithoutArchivedChannel,
  viewersWithoutSubscriberAccess,
  viewersWithSubscriberAccess,
} from './access'
import { sharedChannels } from './shared-context'
import { subscriptionsAdded, subscriptionsRemoved, subscriptionUpdated, peersAdded, peersRemoved } from './events'
import { subscriptionsState, channelsState, defaultChannelsState } from './state'

export const subscriptions = concept({
  name: 'channels/subscriptions',
  title: 'Subscriptions',
  tables: [tables],
  audiences: [
    channelSubscribers,
    queuesOfAllPublicChannels,
    channelViewers,
    clientsWithoutArchivedChannel,
    viewersWithoutSubscriberAccess,
    viewersWithSubscriberAccess,
  ],
  events: [subscriptionsAdded, subscriptionsRemoved, subscriptionUpdated, peersAdded, peersRemoved],
  state: [subscriptionsState, channelsState, defaultChannelsState],
  sharedContexts: [sharedChannels],
})
