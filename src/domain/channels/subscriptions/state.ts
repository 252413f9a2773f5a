import * as v from 'valibot'
import type { ClientTraits } from '../../../events/queues'
import { stateSlice, type Realm } from '../../../realm'
import type { Channel } from '../channels/channel'
import { channelFields, channelShape, defaultChannelIds, wireChannel } from '../channels/events'
import { canSeeMetadata, canSeeSubscribers } from '../channels/rules'
import { allChannels, maybeChannel } from '../channels/storage'
import { isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { viewerOf } from './access'
import { listed, subscriberFields, subscriptionShape, wirePersonal } from './events'
import { fallbackFor } from './notifications'
import { subscribersOf, subscriptionsOf } from './storage'
import { personalSettingsIn } from './subscription'

export const subscriptionsSlice = stateSlice({
  fetchedFor: ['subscription'],
  fields: {
    subscriptions: v.array(subscriptionShape),
    unsubscribed: v.array(subscriptionShape),
    never_subscribed: v.array(v.strictObject({ ...channelFields, ...subscriberFields })),
  },
  read: (realm, actor: User, traits) => {
    const own = subscriptionsOf(realm, actor.user_id)
    const fallback = fallbackFor(realm, actor.user_id, traits)
    const wire = (active: boolean) =>
      own.flatMap((subscription) => {
        const channel = maybeChannel(realm, subscription.stream_id)
        if (channel === undefined || subscription.is_active !== active || !isShown(realm, actor, channel, traits))
          return []
        return [
          {
            ...wireChannel(realm, channel),
            ...wirePersonal(personalSettingsIn(subscription), fallback),
            ...subscribersFor(realm, actor, channel, traits),
          },
        ]
      })
    const everSubscribed = new Set(own.map(({ stream_id }) => stream_id))
    const others = allChannels(realm).filter(
      (channel) => !everSubscribed.has(channel.stream_id) && isShown(realm, actor, channel, traits),
    )
    return {
      subscriptions: wire(true),
      unsubscribed: wire(false),
      never_subscribed: others.map((channel) => ({
        ...wireChannel(realm, channel),
        ...subscribersFor(realm, actor, channel, traits),
      })),
    }
  },
  readInPublic: (realm) => ({
    subscriptions: [],
    unsubscribed: [],
    never_subscribed: allChannels(realm)
      .filter(({ is_web_public, is_archived }) => is_web_public && !is_archived)
      .map((channel) => wireChannel(realm, channel)),
  }),
})

const isShown = (realm: Realm, viewer: User, channel: Channel, { capabilities }: ClientTraits) =>
  (!channel.is_archived || capabilities.archived_channels === true) &&
  canSeeMetadata(channel, viewerOf(realm, viewer, channel))

export const channelsSlice = stateSlice({
  fetchedFor: ['stream'],
  fields: { streams: v.array(channelShape) },
  read: (realm, actor: User, traits) => ({
    streams: allChannels(realm)
      .filter((channel) => isShown(realm, actor, channel, traits))
      .map((channel) => wireChannel(realm, channel)),
  }),
})

export const defaultChannelsSlice = stateSlice({
  fetchedFor: ['default_streams'],
  fields: { realm_default_streams: v.array(v.number()) },
  read: (realm, actor: User) => ({ realm_default_streams: isGuest(actor) ? [] : defaultChannelIds(realm) }),
})

function subscribersFor(realm: Realm, viewer: User, channel: Channel, traits: ClientTraits) {
  const isTold = canSeeSubscribers(channel, viewerOf(realm, viewer, channel))
  return listed(realm, traits, () => (isTold ? subscribersOf(realm, channel.stream_id) : []))
}
