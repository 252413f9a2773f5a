import { keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import { channelUpdated } from '../../channels/channels/events'
import { allChannels } from '../../channels/channels/storage'
import { groupUpdated } from '../../people/groups/events'
import { permissionsNaming } from '../../people/groups/holders'
import { allGroups } from '../../people/groups/storage'
import { realmUpdatedTogether } from '../../realm/settings/events'
import { permissionsOf } from '../../realm/settings/storage'
import { channelViewers } from '../../channels/subscriptions/access'
import { everyone } from '../../people/users/events'

/**
 * Who is let in no more is named in no permission that is told, and who is back is named again in those that they held by
 * their own name: each is told anew to whoever sees it.
 */
export function tellOfPermissionsNaming(realm: Realm, user_id: number): void {
  tellOfRealm(realm, user_id)
  tellOfGroups(realm, user_id)
  tellOfChannels(realm, user_id)
}

function tellOfRealm(realm: Realm, user_id: number) {
  const data = permissionsNaming(realm, permissionsOf(realm), user_id)
  if (keysOf(data).length > 0) realm.publish(realmUpdatedTogether({ property: 'default', data }), everyone({}))
}

function tellOfGroups(realm: Realm, user_id: number) {
  for (const { id: group_id, permissions, deactivated: is_deactivated } of allGroups(realm).values()) {
    const data = permissionsNaming(realm, permissions, user_id)
    if (keysOf(data).length > 0) realm.publish(groupUpdated({ group_id, data, is_deactivated }), everyone({}))
  }
}

function tellOfChannels(realm: Realm, user_id: number) {
  for (const { stream_id, name, is_archived, permissions } of allChannels(realm))
    for (const [property, value] of Object.entries(permissionsNaming(realm, permissions, user_id)))
      realm.publish(channelUpdated({ stream_id, name, is_archived, property, value }), channelViewers({ stream_id }))
}
