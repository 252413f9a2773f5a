import * as v from 'valibot'
import { named } from '../../../api/named'
import type { ClientOptions } from '../../../events/queue'
import { jsonList, JsonText } from '../../../api/json-text'
import { stateSlice } from '../../../realm'
import type { Channel } from '../channels/channel'
import { channelFields, channelShape, wireChannel } from '../channels/events'
import { encodedChannel } from '../channels/encoded-channels'
import { canSeeMetadata, canSeeSubscribers, type ViewerAccess } from '../channels/access-rules'
import { allChannels, defaultChannelIds, findChannel } from '../channels/storage'
import { isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { viewerAccessTo } from './access'
import type { ChannelForm } from './channel-blocks'
import { encodedChannelList } from './channel-lists'
import {
  encodedSubscriberFields,
  listsSubscribers,
  subscriberFields,
  subscriptionShape,
  wirePersonalSettings,
} from './events'
import { loadChannels } from './load-channels'
import { notificationDefaultsFor } from './notification-defaults'
import { subscriptionsOf } from './storage'
import { personalSettingsOf } from './subscription'

export const subscriptionsState = stateSlice({
  fetchedFor: ['subscription'],
  fields: {
    subscriptions: v.array(subscriptionShape),
    unsubscribed: v.array(subscriptionShape),
    never_subscribed: v.array(
      named('ChannelWithSubscribers', v.strictObject({ ...channelFields, ...subscriberFields })),
    ),
  },
  load: (realm, actor: User, client) => loadChannels(realm, actor, formFor(client, listsSubscribers(client))),
  read: (realm, actor: User, client) => {
    const own = subscriptionsOf(realm.sql, actor.user_id)
    const defaults = notificationDefaultsFor(realm, actor.user_id, client)
    const accessTo = viewerAccessTo(realm, actor, own)
    const encoded = (channel: Channel, more?: object): JsonText | '' => {
      const access = accessTo(channel)
      if (!isVisible(channel, access, client)) return ''
      const subscribers = encodedSubscriberFields(realm, client, channel, canSeeSubscribers(channel, access))
      return new JsonText(encodedChannel(realm, channel, more).slice(0, -1), ...subscribers, '}')
    }
    const subscriptions = (active: boolean) =>
      own.flatMap((subscription) => {
        const channel = findChannel(realm, subscription.stream_id)
        if (channel === undefined || subscription.is_active !== active) return []
        return [encoded(channel, wirePersonalSettings(personalSettingsOf(subscription), defaults))]
      })
    const everSubscribed = new Set(own.map(({ stream_id }) => stream_id))
    return {
      subscriptions: jsonList(subscriptions(true)),
      unsubscribed: jsonList(subscriptions(false)),
      never_subscribed: encodedChannelList(realm, actor, {
        form: formFor(client, listsSubscribers(client)),
        without: [...everSubscribed],
        encode: (channel) => (everSubscribed.has(channel.stream_id) ? '' : encoded(channel)),
      }),
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

const isVisible = (channel: Channel, access: ViewerAccess, client: ClientOptions) =>
  (!channel.is_archived || knowsArchived(client)) && canSeeMetadata(channel, access)

const knowsArchived = ({ capabilities }: ClientOptions): boolean => capabilities.archived_channels === true

const formFor = (client: ClientOptions, withSubscribers: boolean): ChannelForm => ({
  withArchived: knowsArchived(client),
  withSubscribers,
})

export const channelsState = stateSlice({
  fetchedFor: ['stream'],
  fields: { streams: v.array(channelShape) },
  load: (realm, actor: User, client) => loadChannels(realm, actor, formFor(client, false)),
  read: (realm, actor: User, client) => {
    const accessTo = viewerAccessTo(realm, actor)
    return {
      streams: encodedChannelList(realm, actor, {
        form: formFor(client, false),
        encode: (channel) =>
          isVisible(channel, accessTo(channel), client) ? new JsonText(encodedChannel(realm, channel)) : '',
      }),
    }
  },
})

export const defaultChannelsState = stateSlice({
  fetchedFor: ['default_streams'],
  fields: { realm_default_streams: v.array(v.number()) },
  read: (realm, actor: User) => ({ realm_default_streams: isGuest(actor) ? [] : defaultChannelIds(realm) }),
})
