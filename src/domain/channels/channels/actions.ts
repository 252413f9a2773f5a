import type { Realm } from '../../../realm'
import { nonGuests } from '../../people/users/events'
import { defaultChannelsChanged } from './events'
import { defaultChannelIds } from './storage'

/** Publishes the ids of the default channels, after one was added or removed. */
export const publishDefaultChannels = (realm: Realm): void =>
  realm.publish(defaultChannelsChanged({ default_streams: defaultChannelIds(realm) }), nonGuests())
