import type { Realm } from '../../../realm'
import { canSeeSubscribers } from '../channels/rules'
import { maybeChannel } from '../channels/storage'
import type { User } from '../../people/users/user'
import { viewerOf } from './access'
import { subscriptionsOf } from './storage'

/** The channels that somebody is in, as far as another may know who is in them. */
export const channelsKnownOf = (realm: Realm, viewer: User, { user_id }: User): number[] =>
  subscriptionsOf(realm, user_id).flatMap(({ stream_id, is_active }) => {
    const channel = is_active ? maybeChannel(realm, stream_id) : undefined
    if (channel === undefined || channel.is_archived) return []
    return canSeeSubscribers(channel, viewerOf(realm, viewer, channel)) ? [stream_id] : []
  })
