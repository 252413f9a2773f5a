import { concept } from '../../../concept'
import {
  subscribeToChannels,
  unsubscribeFromChannels,
  updateSubscriptions,
  updateSubscriptionProperties,
  updateSubscriptionProperty,
  getSubscriptionStatus,
  getChannelsOfUser,
  getSubscriptions,
} from './endpoints'

export const subscriptionChanges = concept({
  name: 'management/subscriptions',
  title: 'Subscriptions',
  endpoints: [
    subscribeToChannels,
    unsubscribeFromChannels,
    updateSubscriptions,
    updateSubscriptionProperties,
    updateSubscriptionProperty,
    getSubscriptionStatus,
    getChannelsOfUser,
    getSubscriptions,
  ],
})
