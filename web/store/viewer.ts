import type { Channel } from '../../client-state/wire'
import { groupIdsOf } from '../../client-state/groups'
import type { ViewerAccess } from '../../src/domain/channels/channels/access-rules'
import { holdsRealmPermission, type GroupMembership } from '../../src/domain/people/groups/permission-rules'
import type { OwnState, RealmPermission } from '../wire/own-state'

// The facts for the rules of the server, from the state.

export const membershipOf = (state: OwnState, user_id: number): GroupMembership => ({
  user_id,
  groupIds: groupIdsOf(state, user_id),
})

/** Returns the access of the user to a channel. */
export const viewerOf = (state: OwnState, { stream_id }: { stream_id: number }): ViewerAccess => ({
  ...membershipOf(state, state.user_id),
  role: roleOf(state),
  is_subscribed: state.subscriptions.has(stream_id),
})

const roleOf = (state: OwnState): number => state.realm_users.get(state.user_id)!.role

/** Returns a channel as the rules want it: with its permissions in a part of their own. */
export const withPermissions = (channel: Channel) => ({
  ...channel,
  permissions: channel,
})

/** Returns whether the user has a permission of the realm. */
export const hasPermission = (state: OwnState, name: RealmPermission): boolean =>
  holdsRealmPermission(state.server_supported_permission_settings.realm[name]!, state[`realm_${name}`], {
    ...membershipOf(state, state.user_id),
    role: roleOf(state),
  })
