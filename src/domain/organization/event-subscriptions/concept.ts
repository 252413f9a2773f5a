import { concept } from '../../../concept'
import { wakeForSubscriptions } from './actions'
import { sendSubscribedEvents } from './due-work'
import {
  createEventSubscription,
  getEventDeliveries,
  getEventSubscriptions,
  removeEventSubscription,
  replaceEventSecret,
  resendEvent,
  updateEventSubscription,
} from './endpoints'
import tables from './tables.sql'

export const eventSubscriptions = concept({
  name: 'organization/event-subscriptions',
  title: 'Event subscriptions',
  tables: [tables],
  endpoints: [
    getEventSubscriptions,
    createEventSubscription,
    updateEventSubscription,
    replaceEventSecret,
    removeEventSubscription,
    getEventDeliveries,
    resendEvent,
  ],
  dueWork: [sendSubscribedEvents],
  afterEvents: [wakeForSubscriptions],
})
