import type { ReadOnlyRealm, Realm } from '../../../realm'
import { publishDefaultChannels } from '../../channels/channels/actions'
import type { Channel } from '../../channels/channels/channel'
import { channelsCreated, wireChannel } from '../../channels/channels/events'
import { channelNameKey } from '../../channels/channels/storage'
import { channelViewers } from '../../channels/subscriptions/access'
import { publishNewSubscribers, type NewSubscribers } from '../../channels/subscriptions/new-subscribers'
import { leastUsedColor } from '../../channels/subscriptions/rules'
import {
  openSubscriptions,
  recentColors,
  subscribersAndUsers,
  subscriptionsBetween,
} from '../../channels/subscriptions/storage'
import { DEFAULT_PERSONAL_SETTINGS, personalSettingsOf } from '../../channels/subscriptions/subscription'
import { withVisibilityChanges } from '../../people/users/visibility-changes'
import { idsOf, type User } from '../../people/users/user'

/** A user and a channel of a request. `wasSubscribed`: the user was a subscriber before the request. */
export type RequestedSubscription = { user_id: number; stream_id: number; name: string; wasSubscribed: boolean }

type Request = {
  channels: readonly Channel[]
  /** The channels among them that this request created. No event was published about them yet. */
  created?: readonly Channel[]
  users: readonly User[]
  /** The requested colours, by the keys of the channels' names. */
  colors?: ReadonlyMap<string, string>
}

/** Subscribes users to channels, and publishes the new channels and subscriptions. Checks no permission. */
export function addSubscriptions(
  realm: Realm,
  { channels, created = [], users, colors = new Map() }: Request,
): RequestedSubscription[] {
  publishCreated(realm, created)
  const newSubscribers = newSubscribersOf(realm, { channels, created, users, colors })
  withVisibilityChanges(
    realm,
    () => subscribersAndUsers(realm, channels, users),
    () => {
      for (const { channel, subscribers } of newSubscribers)
        openSubscriptions(realm, channel.stream_id, subscribers, realm.messageIds.last)
    },
  )
  publishNewSubscribers(realm, newSubscribers)
  const newIds = new Map(newSubscribers.map(({ channel, subscribers }) => [channel, new Set(idsOf(subscribers))]))
  return channels.flatMap((channel) =>
    users.map(({ user_id }) => ({
      user_id,
      stream_id: channel.stream_id,
      name: channel.name,
      wasSubscribed: !newIds.get(channel)?.has(user_id),
    })),
  )
}

function publishCreated(realm: Realm, created: readonly Channel[]) {
  for (const channel of created)
    realm.publish(
      channelsCreated({ streams: [wireChannel(realm, channel)] }),
      channelViewers({ stream_id: channel.stream_id }),
    )
  if (created.some((channel) => channel.is_default)) publishDefaultChannels(realm)
}

/**
 * Returns the users who are not subscribed yet, by channel. Their settings are those of an earlier subscription, or the
 * defaults. A colour is the requested one, that of the earlier subscription, or the one that the user uses least.
 */
function newSubscribersOf(
  realm: ReadOnlyRealm,
  { channels, created, users, colors: requestedColors }: Required<Request>,
): NewSubscribers[] {
  const usedColors = recentColors(realm.sql, idsOf(users), MAX_SUBSCRIPTIONS_READ_FOR_COLORS)
  const older = channels.filter((channel) => !created.includes(channel)).map(({ stream_id }) => stream_id)
  const earlierOnes = new Map(
    subscriptionsBetween(realm.sql, [...usedColors.keys()], older).map((earlier) => [keyOf(earlier, earlier), earlier]),
  )
  const newSubscriberOf = (channel: Channel) => (user: User) => {
    const earlier = earlierOnes.get(keyOf(user, channel))
    if (earlier?.is_active) return []
    const colors = usedColors.get(user.user_id) ?? []
    const initial = earlier
      ? personalSettingsOf(earlier)
      : {
          ...DEFAULT_PERSONAL_SETTINGS,
          push_notifications: channel.default_push_notifications ? true : null,
          color: leastUsedColor(colors),
        }
    const settings = { ...initial, color: requestedColors.get(channelNameKey(channel.name)) ?? initial.color }
    usedColors.set(user.user_id, [...colors, settings.color])
    return [{ user, user_id: user.user_id, color: settings.color, settings }]
  }
  return channels
    .map((channel) => ({ channel, subscribers: users.flatMap(newSubscriberOf(channel)) }))
    .filter(({ subscribers }) => subscribers.length > 0)
}

// Subscribing all users of a realm does not read all subscriptions of the realm.
const MAX_SUBSCRIPTIONS_READ_FOR_COLORS = 5000

const keyOf = ({ user_id }: { user_id: number }, { stream_id }: { stream_id: number }) => `${user_id} ${stream_id}`
