import type { Realm } from '../../../realm'
import { canSeeSubscribers } from '../channels/rules'
import { findChannel } from '../channels/storage'
import type { User } from '../../people/users/user'
import { loadViewerAccess } from './access'
import { subscriptionsOf } from './storage'

/** The channels that somebody is in, as far as another may know who is in them. */
export const visibleSubscriptionsOf = (realm: Realm, viewer: User, { user_id }: User): number[] =>
  subscriptionsOf(realm.sql, user_id).flatMap(({ stream_id, is_active }) => {
    const channel = is_active ? findChannel(realm, stream_id) : undefined
    if (channel === undefined || channel.is_archived) return []
    return canSeeSubscribers(channel, loadViewerAccess(realm, viewer, channel)) ? [stream_id] : []
  })
