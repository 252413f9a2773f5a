import type { Queue } from '../../../events/queue'
import { audience, type ReadOnlyRealm } from '../../../realm'
import { invalidChannelId } from '../channels/rules'
import { canSeeContent, canSeeMetadata, canSeeSubscribers, type ViewerAccess } from '../channels/access-rules'
import { findChannel, findChannelByName } from '../channels/storage'
import { findChannelAt } from '../channels/visibility-storage'
import type { Channel } from '../channels/channel'
import { groupMembershipAtEvent, groupMembershipOf } from '../../people/groups/membership'
import { userAtEvent } from '../../people/users/role-history-storage'
import { GUEST, type User } from '../../people/users/user'
import { loadPeriods } from './periods-storage'
import { repeatsByAccess } from './repeated-access'
import { subscriptionsOf, usersEverSubscribed, wasSubscribedAt } from './storage'
import { isSubscribed } from './user-subscriptions-storage'

/** Loads the facts about a user and a channel that the rules of `channels/rules.ts` need. Reads one row. */
export const loadViewerAccess = (realm: ReadOnlyRealm, user: User, channel: Channel): ViewerAccess =>
  withSubscription(realm, accessWithoutSubscription(realm, user), channel)

const withSubscription = (realm: ReadOnlyRealm, access: ViewerAccess, { stream_id }: Channel): ViewerAccess => ({
  ...access,
  is_subscribed: isSubscribed(realm, access.user_id, stream_id),
})

/** Returns the same as `loadViewerAccess` for many channels. `own` is all subscriptions of the user. */
export function viewerAccessTo(
  realm: ReadOnlyRealm,
  user: User,
  own = subscriptionsOf(realm.sql, user.user_id),
): (channel: Channel) => ViewerAccess {
  const access = accessWithoutSubscription(realm, user)
  const subscribed = new Set(own.flatMap(({ stream_id, is_active }) => (is_active ? [stream_id] : [])))
  return ({ stream_id }) => ({ ...access, is_subscribed: subscribed.has(stream_id) })
}

/** Returns the access of a user to a channel that they are not subscribed to. Reads no row. */
export const accessWithoutSubscription = (realm: ReadOnlyRealm, user: User): ViewerAccess => ({
  ...groupMembershipOf(realm, user),
  role: user.role,
  is_subscribed: false,
  limited_to: user.limited_to,
})

/** Whether the user sees the channel without a subscription. Reads the user's groups only if they decide. */
export const canSeeUnsubscribed = (realm: ReadOnlyRealm, user: User, channel: Channel): boolean =>
  canSeeMetadata(channel, withoutGroups(user)) || canSeeMetadata(channel, accessWithoutSubscription(realm, user))

const NO_GROUPS: ReadonlySet<number> = new Set()
const withoutGroups = ({ user_id, role, limited_to }: User): ViewerAccess => ({
  user_id,
  groupIds: NO_GROUPS,
  role,
  is_subscribed: false,
  limited_to,
})

/**
 * Loads the facts for `canSeeContent` and `canSeeMetadata`. Reads the subscription only if the user cannot read the channel
 * without one, so it reads no row for a member and a public channel. Otherwise `is_subscribed` is false, even for subscribers.
 */
export function loadContentAccess(realm: ReadOnlyRealm, user: User, channel: Channel): ViewerAccess {
  const access = accessWithoutSubscription(realm, user)
  return canSeeContent(channel, access) ? access : withSubscription(realm, access, channel)
}

/** Returns the channel, or undefined if it does not exist or the user cannot see it: a client cannot tell the difference. */
export function findVisibleChannel(realm: ReadOnlyRealm, user: User, stream_id: number): Channel | undefined {
  const channel = findChannel(realm, stream_id)
  return channel && canSeeMetadata(channel, loadContentAccess(realm, user, channel)) ? channel : undefined
}

/** Returns the channel with this name, or undefined if it does not exist or the user cannot see it. */
export function findVisibleChannelByName(realm: ReadOnlyRealm, user: User, name: string): Channel | undefined {
  const channel = findChannelByName(realm, name)
  return channel && canSeeMetadata(channel, loadContentAccess(realm, user, channel)) ? channel : undefined
}

/** Returns the channel, or undefined if it does not exist or the user cannot read its messages. */
export function findReadableChannel(realm: ReadOnlyRealm, user: User, stream_id: number): Channel | undefined {
  const channel = findChannel(realm, stream_id)
  return channel && canSeeContent(channel, loadContentAccess(realm, user, channel)) ? channel : undefined
}

/** Returns the channel. Throws if it does not exist or the user cannot see it. */
export function requireVisibleChannel(realm: ReadOnlyRealm, user: User, stream_id: number): Channel {
  const channel = findVisibleChannel(realm, user, stream_id)
  if (channel === undefined) throw invalidChannelId({})
  return channel
}

/** Returns the channel. Throws if it does not exist or the user cannot read its messages. */
export function requireReadableChannel(realm: ReadOnlyRealm, user: User, stream_id: number): Channel {
  const channel = findReadableChannel(realm, user, stream_id)
  if (channel === undefined) throw invalidChannelId({})
  return channel
}

/** Returns the ids of the channels that `user` is subscribed to, if `viewer` can see the subscribers of the channel. */
export function visibleSubscriptionsOf(realm: ReadOnlyRealm, viewer: User, { user_id }: User): number[] {
  const accessTo = viewerAccessTo(realm, viewer)
  return subscriptionsOf(realm.sql, user_id).flatMap(({ stream_id, is_active }) => {
    const channel = is_active ? findChannel(realm, stream_id) : undefined
    if (channel === undefined || channel.is_archived) return []
    return canSeeSubscribers(channel, accessTo(channel)) ? [stream_id] : []
  })
}

export const channelSubscribers = audience<{ stream_id: number }>({
  name: 'subscribers',
  description: 'The subscribers of the channel.',
  load: loadPeriods,
  includes:
    (realm, { stream_id }) =>
    (queue, event_id) =>
      wasSubscribedAt(realm, stream_id, queue.user_id, event_id),
  candidates: (realm, { stream_id }) => usersEverSubscribed(realm, stream_id),
  repeats: (_, { stream_id }) => ({ group: String(stream_id) }),
})

export const queuesOfAllPublicChannels = audience<object>({
  name: 'all_public_streams',
  description: 'Queues that requested all messages in public channels, except those of guests.',
  dependsOn: ['all_public_streams'],
  includes: (realm) => (queue, event_id) =>
    queue.all_public_streams && (userAtEvent(realm, queue.user_id, event_id)?.role ?? GUEST) < GUEST,
  candidates: (realm) => realm.listeners.ownersOfAllPublicChannels(),
  repeats: () => ({ group: '' }),
})

export const channelViewers = audience<{ stream_id: number }>({
  name: 'channel_viewers',
  description: 'The users who can see the channel.',
  load: loadPeriods,
  includes: (realm, { stream_id }) => recipientTest(realm, stream_id, canSeeMetadata),
  repeats: repeatsByAccess,
})

/**
 * Clients without the capability `archived_channels` deleted the channel when it was archived. After it is unarchived, its
 * subscribers (`inside`) and the other users who can see the subscribers need different events.
 */
export const clientsWithoutArchivedChannel = audience<{ stream_id: number; inside: boolean }>({
  name: 'clients_without_archived_channel',
  description: 'Clients that do not know archived channels, when the channel is restored.',
  dependsOn: ['archived_channels'],
  load: loadPeriods,
  includes: (realm, { stream_id, inside }) => {
    const canSee = recipientTest(realm, stream_id, canSeeSubscribers)
    return (queue, event_id) =>
      queue.client.capabilities.archived_channels !== true &&
      canSee(queue, event_id) &&
      wasSubscribedAt(realm, stream_id, queue.user_id, event_id) === inside
  },
})

export const viewersWithoutSubscriberAccess = audience<{ stream_id: number }>({
  name: 'channel_viewers_without_subscriber_access',
  description: 'The users who can see the channel but not its subscribers.',
  load: loadPeriods,
  includes: (realm, { stream_id }) =>
    recipientTest(
      realm,
      stream_id,
      (channel, viewer) => canSeeMetadata(channel, viewer) && !canSeeSubscribers(channel, viewer),
    ),
  repeats: repeatsByAccess,
})

export const viewersWithSubscriberAccess = audience<{ stream_id: number }>({
  name: 'channel_viewers_with_subscriber_access',
  description: 'The users who can see the subscribers of the channel.',
  load: loadPeriods,
  includes: (realm, { stream_id }) => recipientTest(realm, stream_id, canSeeSubscribers),
  repeats: repeatsByAccess,
})

/** Returns a test of queues: whether the rule permitted the access of the queue's user to the channel at an event. */
export function recipientTest(
  realm: ReadOnlyRealm,
  stream_id: number,
  rule: (channel: Channel, viewer: ViewerAccess) => boolean,
) {
  return (queue: Queue, event_id: number) => {
    const channel = findChannelAt(realm, stream_id, event_id)
    const user = userAtEvent(realm, queue.user_id, event_id)
    if (channel === undefined || user === undefined) return false
    const { user_id, role } = user
    return rule(channel, {
      user_id,
      role,
      is_subscribed: wasSubscribedAt(realm, stream_id, user_id, event_id),
      get groupIds() {
        return groupMembershipAtEvent(realm, user, event_id).groupIds
      },
    })
  }
}
