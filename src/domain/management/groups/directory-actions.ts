import type { Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { getActiveGroup, getGroup } from '../../people/groups/access'
import { groupAdded, groupMembersAdded, groupMembersRemoved, groupUpdated, wireGroup } from '../../people/groups/events'
import { recordMembers } from '../../people/groups/membership-history-storage'
import { refusalOfGroupName } from '../../people/groups/name-rules'
import { deleteMembers, findGroupByName, insertMembers, storedMembers, writeGroup } from '../../people/groups/storage'
import { everyone } from '../../people/users/events'
import { allUsers, findUser } from '../../people/users/storage'
import { OWNER } from '../../people/users/user'
import { insertNewGroup } from './actions'
import { deactivateUnusedGroup } from './deactivation-actions'
import { withChannelVisibilityChanges } from './visibility-changes'

/**
 * The groups that the organization's directory manages. These actions check no permission of a user: an owner gave the directory
 * its token. Users cannot change the members of such a group, because no user has the permissions.
 */
const NO_USER = SYSTEM_GROUPS['role:nobody']

/** Creates a group without members, and returns its id. */
export const createDirectoryGroup = (realm: Realm, name: string): number =>
  insertNewGroup(realm, null, {
    name,
    description: '',
    members: [],
    subgroups: [],
    permissions: {
      can_add_members_group: NO_USER,
      can_join_group: NO_USER,
      can_leave_group: NO_USER,
      can_manage_group: NO_USER,
      can_remove_members_group: NO_USER,
    },
  })

export function renameDirectoryGroup(realm: Realm, group_id: number, name: string): void {
  const group = getGroup(realm, group_id)
  if (name === group.name) return
  const refusal = refusalOfGroupName(name, findGroupByName(realm, name), group)
  if (refusal) throw refusal
  writeGroup(realm, { ...group, name })
  recordAudit(realm, 'group_changed', {}, { group_id, name })
  realm.publish(groupUpdated({ group_id, data: { name }, is_deactivated: group.deactivated }), everyone({}))
}

/** Adds and removes members until the group has exactly these. A deactivated user is a member again after reactivation. */
export function setDirectoryMembers(realm: Realm, group_id: number, user_ids: readonly number[]): void {
  const before = new Set(storedMembers(realm, group_id))
  const requested = new Set(user_ids)
  const added = [...requested].filter((user_id) => !before.has(user_id))
  const removed = [...before].filter((user_id) => !requested.has(user_id))
  if (added.length + removed.length === 0) return
  recordAudit(realm, 'group_members_changed', {}, { group_id, added, removed })
  changeDirectoryMembers(realm, group_id, { added, removed })
}

type Changes = { added: readonly number[]; removed: readonly number[] }

/** Changes the members of a group, with all events. The caller writes the entry of the audit log, which says who decided it. */
export function changeDirectoryMembers(realm: Realm, group_id: number, { added, removed }: Changes): void {
  const isActive = (user_id: number) => findUser(realm, user_id)?.is_active === true
  const change = () => {
    const [activeAdded, activeRemoved] = [added.filter(isActive), removed.filter(isActive)]
    if (activeAdded.length > 0) recordMembers(realm, group_id, activeAdded, 0)
    if (added.length > 0) insertMembers(realm, group_id, added)
    if (activeAdded.length > 0) realm.publish(groupMembersAdded({ group_id, user_ids: activeAdded }), everyone({}))
    if (activeRemoved.length > 0) recordMembers(realm, group_id, activeRemoved, 1)
    if (removed.length > 0) deleteMembers(realm, group_id, removed)
    if (activeRemoved.length > 0)
      realm.publish(groupMembersRemoved({ group_id, user_ids: activeRemoved }), everyone({}))
  }
  withChannelVisibilityChanges(realm, group_id, change, [...added, ...removed])
}

export function reactivateDirectoryGroup(realm: Realm, group_id: number): void {
  const group = { ...getGroup(realm, group_id), deactivated: false }
  writeGroup(realm, group)
  recordAudit(realm, 'group_changed', {}, { group_id, name: group.name })
  realm.publish(groupUpdated({ group_id, data: { deactivated: false }, is_deactivated: true }), everyone({}))
  realm.publish(groupAdded({ group: wireGroup(realm, group), is_reactivated: true }), everyone({}))
}

/** Throws if a permission or another group uses the group. An owner sees all channels that object. */
export function deactivateDirectoryGroup(realm: Realm, group_id: number): void {
  const owner = allUsers(realm).find(({ role, is_active, is_bot }) => role === OWNER && is_active && !is_bot)!
  deactivateUnusedGroup(realm, owner, getActiveGroup(realm, group_id))
}
