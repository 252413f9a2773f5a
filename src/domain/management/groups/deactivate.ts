import { apiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { permissionsOf } from '../../realm/settings/storage'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { activeGroup, groupManagedBy } from '../../people/groups/access'
import { groupRemoved, groupUpdated } from '../../people/groups/events'
import type { Group } from '../../people/groups/group'
import { permissionsReferringTo } from '../../people/groups/rules'
import { allGroups, subgroups, writeGroup } from '../../people/groups/storage'

/** What keeps a group from being deactivated: permissions of the realm, a channel or a group, or groups that it is within. */
export type Objection =
  | { type: 'realm'; settings: string[] }
  | { type: 'channel'; channel_id?: number; settings: string[] }
  | { type: 'user_group'; group_id: number; settings: string[] }
  | { type: 'subgroup'; supergroup_ids: number[] }

export const groupInUse = apiError(
  'CANNOT_DEACTIVATE_GROUP_IN_USE',
  (_: { objections: Objection[] }) => 'Cannot deactivate user group in use.',
)

/**
 * Puts a group out of use: nobody can mention it or give it a permission until it is brought back. Channels are a later
 * concept's, so whoever asks looks which of them object. Clients that know of no deactivated groups are told that it is gone.
 */
export function deactivateGroup(
  realm: Realm,
  actor: User,
  user_group_id: number,
  objectionsOfChannels: (group: Group) => Objection[],
): void {
  groupManagedBy(realm, actor, user_group_id)
  const group = activeGroup(realm, user_group_id)
  const { id: group_id } = group
  const objections = [
    ...objectionsOfRealm(realm, group_id),
    ...objectionsOfChannels(group),
    ...objectionsOfGroups(realm, group_id),
  ]
  if (objections.length > 0) throw groupInUse({ objections })

  writeGroup(realm, { ...group, deactivated: true })
  realm.publish(groupUpdated({ group_id, data: { deactivated: true }, is_deactivated: true }), everyone({}))
  realm.publish(groupRemoved({ group_id }), everyone({}))
}

function objectionsOfRealm(realm: Realm, group_id: number): Objection[] {
  const settings = permissionsReferringTo(permissionsOf(realm), group_id)
  return settings.length === 0 ? [] : [{ type: 'realm', settings }]
}

// What is out of use itself does not object. Nor does the group: what it lets its own members do with it may stay.
function objectionsOfGroups(realm: Realm, group_id: number): Objection[] {
  const others = [...allGroups(realm).values()].filter((other) => !other.deactivated && other.id !== group_id)
  const given = others.flatMap(({ id, permissions }): Objection[] => {
    const settings = permissionsReferringTo(permissions, group_id)
    return settings.length === 0 ? [] : [{ type: 'user_group', group_id: id, settings }]
  })
  const supergroup_ids = others.filter(({ id }) => subgroups(realm).get(id)?.includes(group_id)).map(({ id }) => id)
  return supergroup_ids.length === 0 ? given : [...given, { type: 'subgroup', supergroup_ids }]
}
