import { apiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { canSeeMetadata } from '../../channels/channels/access-rules'
import { allChannels } from '../../channels/channels/storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { permissionsOf } from '../../realm/settings/storage'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { getActiveGroup, getManagedGroup } from '../../people/groups/access'
import type { Group } from '../../people/groups/group'
import { groupRemoved, groupUpdated } from '../../people/groups/events'
import { permissionsReferringTo } from '../../people/groups/rules'
import { allGroups, subgroups, writeGroup } from '../../people/groups/storage'

/** A use of the group that prevents its deactivation: in permissions of the realm, a channel or a group, or as a subgroup. */
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
 * Deactivates a group. Throws if the group is in use. Clients that do not know deactivated groups receive its deletion. A
 * deactivated group cannot be mentioned or get permissions.
 */
export function deactivateGroup(realm: Realm, actor: User, user_group_id: number): void {
  getManagedGroup(realm, actor, user_group_id)
  deactivateUnusedGroup(realm, actor, getActiveGroup(realm, user_group_id))
}

/** Deactivates a group. Throws if it is in use, with what `actor` may see of that. Checks no permission of a user. */
export function deactivateUnusedGroup(realm: Realm, actor: User, group: Group): void {
  const { id: group_id } = group
  const objections = [
    ...objectionsOfRealm(realm, group_id),
    ...objectionsOfChannels(realm, actor, group_id),
    ...objectionsOfGroups(realm, group_id),
  ]
  if (objections.length > 0) throw groupInUse({ objections })

  writeGroup(realm, { ...group, deactivated: true })
  recordAudit(realm, 'group_deactivated', {}, { group_id })
  realm.publish(groupUpdated({ group_id, data: { deactivated: true }, is_deactivated: true }), everyone({}))
  realm.publish(groupRemoved({ group_id }), everyone({}))
}

function objectionsOfRealm(realm: ReadOnlyRealm, group_id: number): Objection[] {
  const settings = permissionsReferringTo(permissionsOf(realm), group_id)
  return settings.length === 0 ? [] : [{ type: 'realm', settings }]
}

/** The actor learns that such a channel exists. They learn its id only if they can see the channel. */
const objectionsOfChannels = (realm: ReadOnlyRealm, actor: User, group_id: number): Objection[] =>
  allChannels(realm).flatMap((channel): Objection[] => {
    const settings = permissionsReferringTo(channel.permissions, group_id)
    if (channel.is_archived || settings.length === 0) return []
    const isVisible = canSeeMetadata(channel, loadViewerAccess(realm, actor, channel))
    return [{ type: 'channel', ...(isVisible ? { channel_id: channel.stream_id } : {}), settings }]
  })

// Deactivated groups do not object. The group's own permissions do not either: a deactivated group keeps them.
function objectionsOfGroups(realm: ReadOnlyRealm, group_id: number): Objection[] {
  const others = [...allGroups(realm).values()].filter((other) => !other.deactivated && other.id !== group_id)
  const withPermissions = others.flatMap(({ id, permissions }): Objection[] => {
    const settings = permissionsReferringTo(permissions, group_id)
    return settings.length === 0 ? [] : [{ type: 'user_group', group_id: id, settings }]
  })
  const supergroup_ids = others.filter(({ id }) => subgroups(realm).get(id)?.includes(group_id)).map(({ id }) => id)
  return supergroup_ids.length === 0 ? withPermissions : [...withPermissions, { type: 'subgroup', supergroup_ids }]
}
