import * as v from 'valibot'
import { stateSlice, type ReadOnlyRealm } from '../../../realm'
import { admitsSpectators } from '../../realm/settings/spectators'
import type { User } from '../users/user'
import { hasRealmPermission } from './membership'

/** The permissions of the actor, for clients that do not compute them from group-setting values. */
export const ownPermissionsState = stateSlice({
  fetchedFor: ['realm_user'],
  fields: {
    can_create_streams: v.boolean(),
    can_create_public_streams: v.boolean(),
    can_create_private_streams: v.boolean(),
    can_create_web_public_streams: v.boolean(),
    can_invite_others_to_realm: v.boolean(),
  },
  read: (realm: ReadOnlyRealm, actor: User) => {
    const can_create_public_streams = hasRealmPermission(realm, actor, 'can_create_public_channel_group')
    const can_create_private_streams = hasRealmPermission(realm, actor, 'can_create_private_channel_group')
    return {
      can_create_streams: can_create_public_streams || can_create_private_streams,
      can_create_public_streams,
      can_create_private_streams,
      can_create_web_public_streams:
        admitsSpectators(realm) && hasRealmPermission(realm, actor, 'can_create_web_public_channel_group'),
      can_invite_others_to_realm: hasRealmPermission(realm, actor, 'can_invite_users_group'),
    }
  },
})
