import * as v from 'valibot'
import { stateSlice, type Realm } from '../../../realm'
import { admitsSpectators } from '../../realm/settings/spectators'
import type { User } from '../users/user'
import { realmAllows } from './standing'

/** What the reader may do in this realm, said outright for clients that do not work it out from the permissions. */
export const abilitiesSlice = stateSlice({
  fetchedFor: ['realm_user'],
  fields: {
    can_create_streams: v.boolean(),
    can_create_public_streams: v.boolean(),
    can_create_private_streams: v.boolean(),
    can_create_web_public_streams: v.boolean(),
    can_invite_others_to_realm: v.boolean(),
  },
  read: (realm: Realm, actor: User) => {
    const can_create_public_streams = realmAllows(realm, actor, 'can_create_public_channel_group')
    const can_create_private_streams = realmAllows(realm, actor, 'can_create_private_channel_group')
    return {
      can_create_streams: can_create_public_streams || can_create_private_streams,
      can_create_public_streams,
      can_create_private_streams,
      can_create_web_public_streams:
        admitsSpectators(realm) && realmAllows(realm, actor, 'can_create_web_public_channel_group'),
      can_invite_others_to_realm: realmAllows(realm, actor, 'can_invite_users_group'),
    }
  },
})
