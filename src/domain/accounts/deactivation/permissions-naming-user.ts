import { keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import { channelUpdated } from '../../channels/channels/events'
import { allChannels } from '../../channels/channels/storage'
import { groupUpdated } from '../../people/groups/events'
import { permissionsThatNameUser } from '../../people/groups/active-holders'
import { allGroups } from '../../people/groups/storage'
import { realmUpdatedTogether } from '../../realm/settings/events'
import { permissionsOf } from '../../realm/settings/storage'
import { channelViewers } from '../../channels/subscriptions/access'
import { everyone } from '../../people/users/events'

/**
 * Publishes the permission settings that name a user who was deactivated or reactivated. Settings are published without
 * deactivated users, so their published values change, to all users who can see them.
 */
export function publishPermissionsNaming(realm: Realm, user_id: number): void {
  publishRealmPermissions(realm, user_id)
  publishGroupPermissions(realm, user_id)
  publishChannelPermissions(realm, user_id)
}

function publishRealmPermissions(realm: Realm, user_id: number) {
  const data = permissionsThatNameUser(realm, permissionsOf(realm), user_id)
  if (keysOf(data).length > 0) realm.publish(realmUpdatedTogether({ property: 'default', data }), everyone({}))
}

function publishGroupPermissions(realm: Realm, user_id: number) {
  for (const { id: group_id, permissions, deactivated: is_deactivated } of allGroups(realm).values()) {
    const data = permissionsThatNameUser(realm, permissions, user_id)
    if (keysOf(data).length > 0) realm.publish(groupUpdated({ group_id, data, is_deactivated }), everyone({}))
  }
}

function publishChannelPermissions(realm: Realm, user_id: number) {
  for (const { stream_id, name, is_archived, permissions } of allChannels(realm))
    for (const [property, value] of Object.entries(permissionsThatNameUser(realm, permissions, user_id)))
      realm.publish(channelUpdated({ stream_id, name, is_archived, property, value }), channelViewers({ stream_id }))
}
