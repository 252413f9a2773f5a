import { canAdminister, type AccessibleChannel, type ViewerAccess } from '../../channels/channels/access-rules'
import { isPermitted, type PermissionValue } from '../../people/groups/permission-rules'

// The web client uses this file too: it imports only constants and rules.

type PinnableChannel = AccessibleChannel & {
  is_archived: boolean
  permissions: { can_resolve_topics_group: PermissionValue }
}

/**
 * Whether a user may pin and unpin in a channel. A pin marks a message for all readers, and a resolved topic is marked for them too:
 * users who may resolve topics may pin. Administrators of the channel may pin, too. In an archived channel, no user may.
 */
export const mayPin = (channel: PinnableChannel, viewer: ViewerAccess, realmMayResolve: boolean): boolean =>
  !channel.is_archived &&
  (realmMayResolve ||
    canAdminister(channel, viewer) ||
    isPermitted(channel.permissions.can_resolve_topics_group, viewer))
