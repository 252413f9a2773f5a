import type { Realm } from '../../../realm'
import { canSeeMetadata } from '../../channels/channels/rules'
import { allChannels } from '../../channels/channels/storage'
import { permissionsReferringTo } from '../../people/groups/rules'
import type { User } from '../../people/users/user'
import { loadViewerAccess } from '../../channels/subscriptions/access'

type Use = { type: 'channel'; channel_id?: number; settings: string[] }

/**
 * The permissions that channels in use give to a group. That there is such a channel has to be said to whoever would put
 * the group out of use; which one, only to those who may know of it.
 */
export const channelsUsing = (realm: Realm, actor: User, group_id: number): Use[] =>
  allChannels(realm).flatMap((channel) => {
    const settings = permissionsReferringTo(channel.permissions, group_id)
    if (channel.is_archived || settings.length === 0) return []
    const isKnown = canSeeMetadata(channel, loadViewerAccess(realm, actor, channel))
    return [{ type: 'channel', ...(isKnown ? { channel_id: channel.stream_id } : {}), settings }]
  })
