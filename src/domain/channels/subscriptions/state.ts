import * as v from 'valibot'
import type { ClientOptions } from '../../../events/queue'
import { stateSlice, type Realm } from '../../../realm'
import type { Channel } from '../channels/channel'
import { channelFields, channelShape, wireChannel } from '../channels/events'
import { canSeeMetadata, canSeeSubscribers } from '../channels/rules'
import { allChannels, defaultChannelIds, findChannel } from '../channels/storage'
import { isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { loadViewerAccess } from './access'
import { subscriberFieldsFor, subscriberFields, subscriptionShape, wirePersonalSettings } from './events'
import { notificationDefaultsFor } from './notification-defaults'
import { subscribersOf, subscriptionsOf } from './storage'
import { personalSettingsOf } from './subscription'

export const subscriptionsState = stateSlice({
  fetchedFor: ['subscription'],
  fields: {
    subscriptions: v.array(subscriptionShape),
    unsubscribed: v.array(subscriptionShape),
    never_subscribed: v.array(v.strictObject({ ...channelFields, ...subscriberFields })),
  },
  read: (realm, actor: User, traits) => {
    const own = subscriptionsOf(realm.sql, actor.user_id)
    const defaults = notificationDefaultsFor(realm, actor.user_id, traits)
    const wire = (active: boolean) =>
      own.flatMap((subscription) => {
        const channel = findChannel(realm, subscription.stream_id)
        if (channel === undefined || subscription.is_active !== active || !isVisible(realm, actor, channel, traits))
          return []
        return [
          {
            ...wireChannel(realm, channel),
            ...wirePersonalSettings(personalSettingsOf(subscription), defaults),
            ...subscribersFor(realm, actor, channel, traits),
          },
        ]
      })
    const everSubscribed = new Set(own.map(({ stream_id }) => stream_id))
    const others = allChannels(realm).filter(
      (channel) => !everSubscribed.has(channel.stream_id) && isVisible(realm, actor, channel, traits),
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

const isVisible = (realm: Realm, viewer: User, channel: Channel, { capabilities }: ClientOptions) =>
  (!channel.is_archived || capabilities.archived_channels === true) &&
  canSeeMetadata(channel, loadViewerAccess(realm, viewer, channel))

export const channelsState = stateSlice({
  fetchedFor: ['stream'],
  fields: { streams: v.array(channelShape) },
  read: (realm, actor: User, traits) => ({
    streams: allChannels(realm)
      .filter((channel) => isVisible(realm, actor, channel, traits))
      .map((channel) => wireChannel(realm, channel)),
  }),
})

export const defaultChannelsState = stateSlice({
  fetchedFor: ['default_streams'],
  fields: { realm_default_streams: v.array(v.number()) },
  read: (realm, actor: User) => ({ realm_default_streams: isGuest(actor) ? [] : defaultChannelIds(realm.sql) }),
})

function subscribersFor(realm: Realm, viewer: User, channel: Channel, traits: ClientOptions) {
  const canSee = canSeeSubscribers(channel, loadViewerAccess(realm, viewer, channel))
  return subscriberFieldsFor(realm, traits, () => (canSee ? subscribersOf(realm, channel.stream_id) : []))
}
