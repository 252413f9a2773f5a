import type { ReadOnlyRealm } from '../../../realm'
import { defaultChannels } from '../../channels/channels/storage'
import { isSubscribed } from '../../channels/subscriptions/user-subscriptions-storage'
import type { User } from '../../people/users/user'
import type { Invitation } from '../invitations/invitation'

/**
 * Returns the path of the first page that a new user sees: the first channel of the invitation that the user is in, or the first
 * default channel.
 */
export function firstPageOf(realm: ReadOnlyRealm, { user_id }: User, invitation: Invitation | undefined): string {
  const defaults = defaultChannels(realm).map(({ stream_id }) => stream_id)
  const candidates = [...(invitation?.stream_ids ?? []), ...defaults]
  const first = candidates.find((stream_id) => isSubscribed(realm, user_id, stream_id))
  return first === undefined ? '/' : `/#narrow/channel/${first}`
}
