import type { Queue } from '../../../events/queue'
import { audience, type Realm } from '../../../realm'
import {
  canSeeContent,
  canSeeMetadata,
  canSeeSubscribers,
  invalidChannelId,
  type ViewerAccess,
} from '../channels/rules'
import { findChannel, findChannelAt, findChannelByName } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { standingAsOf, standingOf } from '../../people/groups/standing'
import { userAsOf } from '../../people/users/past-roles'
import { GUEST, type User } from '../../people/users/user'
import { isSubscribed, wasSubscribedAt } from './storage'

/** Somebody before a channel: the one place where what they may see of it is asked. */
export const loadViewerAccess = (realm: Realm, user: User, channel: Channel): ViewerAccess => ({
  ...standingOf(realm, user),
  role: user.role,
  is_subscribed: isSubscribed(realm.sql, user.user_id, channel.stream_id),
})

/** The same, for one question asked at once: whether they are in it is looked up only if the answer hangs on it. */
export function viewerAsking(realm: Realm, user: User, channel: Channel): ViewerAccess {
  let is_subscribed: boolean | undefined
  return {
    ...standingOf(realm, user),
    role: user.role,
    get is_subscribed() {
      return (is_subscribed ??= isSubscribed(realm.sql, user.user_id, channel.stream_id))
    },
  }
}

/** Somebody before a channel that they are not in. */
export const accessWithoutSubscription = (realm: Realm, user: User): ViewerAccess => ({
  ...standingOf(realm, user),
  role: user.role,
  is_subscribed: false,
})

/** The channel, if it is there and they may know of it. What they may not know of is not there. */
export function findVisibleChannel(realm: Realm, user: User, stream_id: number): Channel | undefined {
  const channel = findChannel(realm, stream_id)
  return channel && canSeeMetadata(channel, viewerAsking(realm, user, channel)) ? channel : undefined
}

/** The same, by its name. */
export function findVisibleChannelByName(realm: Realm, user: User, name: string): Channel | undefined {
  const channel = findChannelByName(realm, name)
  return channel && canSeeMetadata(channel, viewerAsking(realm, user, channel)) ? channel : undefined
}

export function findReadableChannel(realm: Realm, user: User, stream_id: number): Channel | undefined {
  const channel = findChannel(realm, stream_id)
  return channel && canSeeContent(channel, loadViewerAccess(realm, user, channel)) ? channel : undefined
}

/** The channel that they name by its id, and may know of. */
export const requireVisibleChannel = (realm: Realm, user: User, stream_id: number): Channel =>
  findVisibleChannel(realm, user, stream_id) ?? refused()

/** The channel that they name by its id, and may read. */
export const requireReadableChannel = (realm: Realm, user: User, stream_id: number): Channel =>
  findReadableChannel(realm, user, stream_id) ?? refused()

function refused(): never {
  throw invalidChannelId({})
}

/** Everyone in a channel as of the event. */
export const channelSubscribers = audience<{ stream_id: number }>({
  name: 'subscribers',
  description: 'The subscribers of the channel.',
  includes:
    (realm, { stream_id }) =>
    (queue, event_id) =>
      wasSubscribedAt(realm, stream_id, queue.user_id, event_id),
})

/** Queues that asked for everything said in public channels, theirs or not. */
export const queuesOfAllPublicChannels = audience<object>({
  name: 'all_public_streams',
  description: 'Queues that requested all messages in public channels, except those of guests.',
  dependsOn: ['all_public_streams'],
  includes: (realm) => (queue, event_id) =>
    queue.all_public_streams && (userAsOf(realm, queue.user_id, event_id)?.role ?? GUEST) < GUEST,
})

/** Everyone who may know of a channel. */
export const channelViewers = audience<{ stream_id: number }>({
  name: 'channel_viewers',
  description: 'The users who can see the channel.',
  includes: (realm, { stream_id }) => recipientTest(realm, stream_id, canSeeMetadata),
})

/**
 * Whose clients know of no archived channels, so that one was gone to them: those in it, or those who may know who is.
 * When it comes back, each is told what they lost.
 */
export const clientsWithoutArchivedChannel = audience<{ stream_id: number; inside: boolean }>({
  name: 'clients_without_archived_channel',
  description: 'Clients that do not know archived channels, when the channel is restored.',
  dependsOn: ['archived_channels'],
  includes: (realm, { stream_id, inside }) => {
    const sees = recipientTest(realm, stream_id, canSeeSubscribers)
    return (queue, event_id) =>
      queue.client.capabilities.archived_channels !== true &&
      sees(queue, event_id) &&
      wasSubscribedAt(realm, stream_id, queue.user_id, event_id) === inside
  },
})

/** Everyone who may know of a channel, but not who is in it. */
export const viewersWithoutSubscriberAccess = audience<{ stream_id: number }>({
  name: 'channel_viewers_without_subscriber_access',
  description: 'The users who can see the channel but not its subscribers.',
  includes: (realm, { stream_id }) =>
    recipientTest(
      realm,
      stream_id,
      (channel, viewer) => canSeeMetadata(channel, viewer) && !canSeeSubscribers(channel, viewer),
    ),
})

/** Everyone who may know who is in a channel. */
export const viewersWithSubscriberAccess = audience<{ stream_id: number }>({
  name: 'channel_viewers_with_subscriber_access',
  description: 'The users who can see the subscribers of the channel.',
  includes: (realm, { stream_id }) => recipientTest(realm, stream_id, canSeeSubscribers),
})

/** Whoever the rule lets see the channel, being in it or not as of the event. */
export function recipientTest(
  realm: Realm,
  stream_id: number,
  rule: (channel: Channel, viewer: ViewerAccess) => boolean,
) {
  return (queue: Queue, event_id: number) => {
    const channel = findChannelAt(realm, stream_id, event_id)
    const user = userAsOf(realm, queue.user_id, event_id)
    if (channel === undefined || user === undefined) return false
    const is_subscribed = wasSubscribedAt(realm, stream_id, user.user_id, event_id)
    return rule(channel, { ...standingAsOf(realm, user, event_id), role: user.role, is_subscribed })
  }
}
