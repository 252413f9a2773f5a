import type { Realm } from '../../../realm'
import { tellOfOwnersKeys, tellOfSeeingTo } from '../../people/bots/events'
import { defaultChannelsChanged } from '../../channels/channels/events'
import { canSeeMetadata, canSeeSubscribers } from '../../channels/channels/rules'
import { allChannels, defaultChannelIds } from '../../channels/channels/storage'
import { channelGroupsChanged, channelGroupsFor } from '../../management/default-channels/events'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { publishChannelVisibility } from '../../channels/subscriptions/channel-visibility'
import { avatarChanged } from '../../people/users/actions'
import { startAnew } from '../../people/users/end-queues'
import { people, userUpdated } from '../../people/users/events'
import { MOST_TOLD_OF, tellOfPeople } from '../../people/users/meeting'
import { canSeeRealEmail, isAdministrator, isGuest } from '../../people/users/rules'
import { known } from '../../people/users/sight'
import { allUsers } from '../../people/users/storage'
import { OWNER, type User } from '../../people/users/user'

/** What somebody may see by being who they are: looked at before they become somebody else, and after. */
export type Outlook = {
  viewer: User
  channels: ReadonlySet<number> // of which they may know
  peopled: ReadonlySet<number> // of which they may know who is in them
  people: readonly User[] // who they are
  addresses: ReadonlySet<number> // of these people, the real one
}

export function outlookOf(realm: Realm, viewer: User): Outlook {
  const seen = allChannels(realm).map((channel) => ({ channel, as: loadViewerAccess(realm, viewer, channel) }))
  const idsOf = (some: typeof seen) => new Set(some.map(({ channel }) => channel.stream_id))
  return {
    viewer,
    channels: idsOf(seen.filter(({ channel, as }) => canSeeMetadata(channel, as))),
    peopled: idsOf(seen.filter(({ channel, as }) => canSeeSubscribers(channel, as))),
    people: known(realm, viewer),
    addresses: new Set(
      allUsers(realm)
        .filter((user) => canSeeRealEmail(viewer, user))
        .map(({ user_id }) => user_id),
    ),
  }
}

/** Tells somebody, who is now somebody else, of what they newly see, and of what they no longer do. */
export function tellOfOutlook(realm: Realm, before: Outlook, after: Outlook): void {
  tellOfPeople(realm, [{ user_id: after.viewer.user_id, before: before.people, after: after.people }])
  tellOfChannels(realm, before, after)
  tellOfAddresses(realm, before, after)
  const [saw, sees] = [isAdministrator(before.viewer), isAdministrator(after.viewer)]
  if (saw !== sees) tellOfSeeingTo(realm, after.viewer, sees)
  else if (sees && (before.viewer.role === OWNER) !== (after.viewer.role === OWNER))
    tellOfOwnersKeys(realm, after.viewer)
  if (isGuest(before.viewer) !== isGuest(after.viewer)) tellOfDefaults(realm, after.viewer)
}

function tellOfDefaults(realm: Realm, viewer: User) {
  const own = people({ user_ids: [viewer.user_id] })
  const default_streams = isGuest(viewer) ? [] : defaultChannelIds(realm.sql)
  realm.publish(defaultChannelsChanged({ default_streams }), own)
  realm.publish(channelGroupsChanged({ default_stream_groups: channelGroupsFor(realm, viewer) }), own)
}

// Of a channel that stays in sight while its people do not, or come into sight, they are told anew.
function tellOfChannels(realm: Realm, before: Outlook, after: Outlook) {
  const own = new Set([after.viewer.user_id])
  const nobody = new Set<number>()
  for (const channel of allChannels(realm)) {
    const { stream_id } = channel
    const [saw, sees] = [before.channels.has(stream_id), after.channels.has(stream_id)]
    if (saw === sees && before.peopled.has(stream_id) === after.peopled.has(stream_id)) continue
    if (saw) publishChannelVisibility(realm, channel, own, nobody)
    if (sees) publishChannelVisibility(realm, channel, nobody, own)
  }
}

function tellOfAddresses(realm: Realm, before: Outlook, after: Outlook) {
  const own = people({ user_ids: [after.viewer.user_id] })
  const knew = new Set(before.people.map(({ user_id }) => user_id))
  const changed = after.people.filter(
    ({ user_id }) => knew.has(user_id) && before.addresses.has(user_id) !== after.addresses.has(user_id),
  )
  if (changed.length > MOST_TOLD_OF) return startAnew(realm, after.viewer.user_id)
  for (const user of changed) {
    const { user_id } = user
    realm.publish(userUpdated({ person: { user_id, delivery_email: null } }), own)
    // Where the picture is kept under the address, whoever knows that works the picture's out, and others are told it.
    if (user.avatar_source === 'G') realm.publish(avatarChanged(user), own)
  }
}
