import type { ReadOnlyRealm, Realm } from '../../../realm'
import { defaultChannelsChanged } from '../../channels/channels/events'
import { canSeeMetadata, canSeeSubscribers } from '../../channels/channels/access-rules'
import { allChannels, defaultChannelIds } from '../../channels/channels/storage'
import { channelGroupsChanged, channelGroupsFor } from '../../management/default-channels/events'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { publishChannelVisibility } from '../../channels/subscriptions/channel-visibility'
import { avatarChanged } from '../../people/users/actions'
import { onlyUsers, userUpdated } from '../../people/users/events'
import { MAX_VISIBILITY_EVENTS, publishVisibilityChanges } from '../../people/users/visibility-changes'
import { canSeeRealEmail, isAdministrator, isGuest } from '../../people/users/rules'
import { visibleUsers } from '../../people/users/visible-users'
import { allUsers } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { publishManagedBots } from '../../people/bots/actions'

/** What a user can see. Compared before and after a change of the user's role. */
export type Visibility = {
  viewer: User
  channels: ReadonlySet<number> // ids of channels whose name the viewer can see
  withSubscribers: ReadonlySet<number> // ids of channels whose subscribers the viewer can see
  users: readonly User[]
  emails: ReadonlySet<number> // ids of users whose real email address the viewer can see
}

export function visibilityOf(realm: ReadOnlyRealm, viewer: User): Visibility {
  const channels = allChannels(realm).map((channel) => ({ channel, access: loadViewerAccess(realm, viewer, channel) }))
  const idsOf = (visible: typeof channels) => new Set(visible.map(({ channel }) => channel.stream_id))
  return {
    viewer,
    channels: idsOf(channels.filter(({ channel, access }) => canSeeMetadata(channel, access))),
    withSubscribers: idsOf(channels.filter(({ channel, access }) => canSeeSubscribers(channel, access))),
    users: visibleUsers(realm, viewer),
    emails: new Set(
      allUsers(realm)
        .filter((user) => canSeeRealEmail(viewer, user))
        .map(({ user_id }) => user_id),
    ),
  }
}

/** Publishes to a user whose role changed what became visible or invisible to the user. */
export function publishVisibilityChange(realm: Realm, before: Visibility, after: Visibility): void {
  publishVisibilityChanges(realm, [{ user_id: after.viewer.user_id, before: before.users, after: after.users }])
  publishChannels(realm, before, after)
  publishEmails(realm, before, after)
  const [managedBots, managesBots] = [isAdministrator(before.viewer), isAdministrator(after.viewer)]
  if (managedBots !== managesBots) publishManagedBots(realm, after.viewer, managesBots)
  if (isGuest(before.viewer) !== isGuest(after.viewer)) publishDefaultChannelsTo(realm, after.viewer)
}

function publishDefaultChannelsTo(realm: Realm, viewer: User) {
  const own = onlyUsers({ user_ids: [viewer.user_id] })
  const default_streams = isGuest(viewer) ? [] : defaultChannelIds(realm)
  realm.publish(defaultChannelsChanged({ default_streams }), own)
  realm.publish(channelGroupsChanged({ default_stream_groups: channelGroupsFor(realm, viewer) }), own)
}

// If only the visibility of a channel's subscribers changes, the channel is published as invisible and visible again.
function publishChannels(realm: Realm, before: Visibility, after: Visibility) {
  const own = new Set([after.viewer.user_id])
  const none = new Set<number>()
  for (const channel of allChannels(realm)) {
    const { stream_id } = channel
    const [wasVisible, isVisible] = [before.channels.has(stream_id), after.channels.has(stream_id)]
    if (wasVisible === isVisible && before.withSubscribers.has(stream_id) === after.withSubscribers.has(stream_id))
      continue
    if (wasVisible) publishChannelVisibility(realm, channel, own, none)
    if (isVisible) publishChannelVisibility(realm, channel, none, own)
  }
}

function publishEmails(realm: Realm, before: Visibility, after: Visibility) {
  const own = onlyUsers({ user_ids: [after.viewer.user_id] })
  const visibleBefore = new Set(before.users.map(({ user_id }) => user_id))
  const changed = after.users.filter(
    ({ user_id }) => visibleBefore.has(user_id) && before.emails.has(user_id) !== after.emails.has(user_id),
  )
  if (changed.length > MAX_VISIBILITY_EVENTS) return realm.listeners.removeQueuesOf(after.viewer.user_id)
  for (const user of changed) {
    const { user_id } = user
    realm.publish(userUpdated({ person: { user_id, delivery_email: null } }), own)
    // This avatar follows from the email address. A client that sees the latter computes it; other clients receive the avatar.
    if (user.avatar_source === 'G') realm.publish(avatarChanged(user), own)
  }
}
