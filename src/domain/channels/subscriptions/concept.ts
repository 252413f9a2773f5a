import { concept } from '../../../concept'
import tables from './tables.sql'
import {
  subscribersAt,
  followersOfAllPublic,
  viewersOf,
  thoseWhoMissed,
  onlookersOf,
  viewersOfSubscribers,
} from './access'
import { byChannels } from './acquaintance'
import { subscriptionsAdded, subscriptionsRemoved, subscriptionUpdated, peersAdded, peersRemoved } from './events'
import { subscriptionsSlice, channelsSlice, defaultChannelsSlice } from './state'

export const subscriptions = concept({
  name: 'channels/subscriptions',
  tables: [tables],
  audiences: [subscribersAt, followersOfAllPublic, viewersOf, thoseWhoMissed, onlookersOf, viewersOfSubscribers],
  events: [subscriptionsAdded, subscriptionsRemoved, subscriptionUpdated, peersAdded, peersRemoved],
  state: [subscriptionsSlice, channelsSlice, defaultChannelsSlice],
  sharedContexts: [byChannels],
})
