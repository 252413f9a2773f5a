import type { Client } from '../../client/client'
import type { RealmPermission } from '../../wire/own-state'
import { isOneOf } from '../../../client-state/groups'
import type { GroupSetting } from '../../../client-state/wire'

/** Returns whether the user has a permission of the organization, such as `can_create_groups`. */
export function isPermitted({ store, watch }: Client, name: RealmPermission): boolean {
  watch('groups')
  watch('realm')
  return !store.state.is_guest && isOneOf(store.state, [store.state[`realm_${name}`]])
}

type Managed = Record<'can_manage_group' | 'can_add_members_group' | 'can_remove_members_group', GroupSetting>

/** Returns whether the user may change something of a group, if it is only its members. */
export function mayChangeGroup(client: Client, group: Managed): boolean {
  client.watch('groups')
  const { can_manage_group, can_add_members_group, can_remove_members_group } = group
  const values = [can_manage_group, can_add_members_group, can_remove_members_group]
  return isPermitted(client, 'can_manage_all_groups') || isOneOf(client.store.state, values)
}
