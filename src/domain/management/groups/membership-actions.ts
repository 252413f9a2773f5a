import type { Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { insufficientPermission } from '../../people/users/rules'
import { getActiveGroup, groupChangerOf, getGroup, getPossibleMember } from '../../people/groups/access'
import { groupMembersAdded, groupMembersRemoved, subgroupsAdded, subgroupsRemoved } from '../../people/groups/events'
import type { Group } from '../../people/groups/group'
import {
  nothingToDo,
  nothingToDoWithSubgroups,
  refusalToAdd,
  refusalToNest,
  refusalToRemove,
  refusalToUnnest,
} from '../../people/groups/membership-rules'
import { withChannelVisibilityChanges } from './visibility-changes'
import { sendMembershipMessages } from './bot-messages'
import { recordMembers, recordSubgroups } from '../../people/groups/membership-history-storage'
import { canAddMembers, canManageGroup, canRemoveMembers } from '../../people/groups/access-rules'
import {
  deleteMembers,
  deleteSubgroups,
  directMembers,
  insertMembers,
  insertSubgroups,
  subgroups,
} from '../../people/groups/storage'

/** The users and groups to add to a group or to remove from it, by id. */
export type MembershipChanges = {
  add?: readonly number[]
  delete?: readonly number[]
  add_subgroups?: readonly number[]
  delete_subgroups?: readonly number[]
}

/**
 * Makes all of the changes or none, in this order. Each change needs its own permission, and is published as its own event.
 * Users whom the actor adds or removes receive a bot message.
 */
export function updateMembership(realm: Realm, actor: User, user_group_id: number, changes: MembershipChanges): void {
  const { add = [], delete: removed = [], add_subgroups = [], delete_subgroups = [] } = changes
  const changed = add_subgroups.length + delete_subgroups.length === 0 ? [...add, ...removed] : undefined
  const change = () => changeMembership(realm, actor, user_group_id, changes)
  withChannelVisibilityChanges(realm, user_group_id, change, changed)
  sendMembershipMessages(realm, actor, user_group_id, changes)
}

/** Makes all of the changes of subgroups, or none. */
export function updateSubgroups(
  realm: Realm,
  actor: User,
  user_group_id: number,
  changes: Pick<MembershipChanges, 'add' | 'delete'>,
): void {
  const { add: add_subgroups = [], delete: delete_subgroups = [] } = changes
  if (add_subgroups.length + delete_subgroups.length === 0) throw nothingToDoWithSubgroups({})
  withChannelVisibilityChanges(realm, user_group_id, () =>
    changeMembership(realm, actor, user_group_id, { add_subgroups, delete_subgroups }),
  )
}

/**
 * Adds a new user to a group of their invitation. The user receives no bot message, as they accepted the invitation. No client
 * of theirs has a queue yet, so a change of the channels that they can see needs no event.
 */
export const addInvitedUser = (realm: Realm, inviter: User, user_group_id: number, { user_id }: User): void =>
  changeMembership(realm, inviter, user_group_id, { add: [user_id] })

function changeMembership(realm: Realm, actor: User, user_group_id: number, changes: MembershipChanges): void {
  const added = distinct(changes.add)
  const removed = distinct(changes.delete)
  const addedSubgroups = distinct(changes.add_subgroups)
  const removedSubgroups = distinct(changes.delete_subgroups)
  if ([added, removed, addedSubgroups, removedSubgroups].every((ids) => ids.length === 0)) throw nothingToDo({})
  const group = getActiveGroup(realm, user_group_id)
  const details = { added, removed, added_subgroups: addedSubgroups, removed_subgroups: removedSubgroups }
  recordAudit(realm, 'group_members_changed', {}, { group_id: user_group_id, ...details })
  if (added.length > 0) addMembers(realm, actor, group, added)
  if (removed.length > 0) removeMembers(realm, actor, group, removed)
  if (addedSubgroups.length > 0) addSubgroups(realm, actor, group, addedSubgroups)
  if (removedSubgroups.length > 0) removeSubgroups(realm, actor, group, removedSubgroups)
}

const distinct = (ids: readonly number[] = []) => [...new Set(ids)]

function addMembers(realm: Realm, actor: User, group: Group, user_ids: readonly number[]) {
  if (!canAddMembers(group, groupChangerOf(realm, actor), user_ids)) throw insufficientPermission({})
  for (const user_id of user_ids) getPossibleMember(realm, user_id)
  const refusal = refusalToAdd(directMembers(realm, group), user_ids)
  if (refusal) throw refusal
  recordMembers(realm, group.id, user_ids, 0)
  insertMembers(realm, group.id, user_ids)
  realm.publish(groupMembersAdded({ group_id: group.id, user_ids }), everyone({}))
}

function removeMembers(realm: Realm, actor: User, group: Group, user_ids: readonly number[]) {
  if (!canRemoveMembers(group, groupChangerOf(realm, actor), user_ids)) throw insufficientPermission({})
  for (const user_id of user_ids) getPossibleMember(realm, user_id)
  const refusal = refusalToRemove(directMembers(realm, group), user_ids)
  if (refusal) throw refusal
  recordMembers(realm, group.id, user_ids, 1)
  deleteMembers(realm, group.id, user_ids)
  realm.publish(groupMembersRemoved({ group_id: group.id, user_ids }), everyone({}))
}

function addSubgroups(realm: Realm, actor: User, group: Group, ids: readonly number[]) {
  if (!canManageGroup(group, groupChangerOf(realm, actor))) throw insufficientPermission({})
  for (const id of ids) getActiveGroup(realm, id)
  const refusal = refusalToNest(group.id, ids, subgroups(realm))
  if (refusal) throw refusal
  recordSubgroups(realm, group.id, ids, 0)
  insertSubgroups(realm, group.id, ids)
  realm.publish(subgroupsAdded({ group_id: group.id, direct_subgroup_ids: ids }), everyone({}))
}

function removeSubgroups(realm: Realm, actor: User, group: Group, ids: readonly number[]) {
  if (!canManageGroup(group, groupChangerOf(realm, actor))) throw insufficientPermission({})
  for (const id of ids) getGroup(realm, id)
  const refusal = refusalToUnnest(subgroups(realm).get(group.id) ?? [], ids)
  if (refusal) throw refusal
  recordSubgroups(realm, group.id, ids, 1)
  deleteSubgroups(realm, group.id, ids)
  realm.publish(subgroupsRemoved({ group_id: group.id, direct_subgroup_ids: ids }), everyone({}))
}
