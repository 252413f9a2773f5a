import type { Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { insufficientPermission } from '../../people/users/rules'
import { activeGroup, changerOf, groupMeant } from '../../people/groups/access'
import { personToHold } from '../../people/groups/candidates'
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
import { rememberMembers, rememberSubgroups } from '../../people/groups/past-groups'
import { canAdd, canManage, canRemove } from '../../people/groups/rights-rules'
import {
  deleteMembers,
  deleteSubgroups,
  directMembers,
  insertMembers,
  insertSubgroups,
  subgroups,
} from '../../people/groups/storage'

/** Who and what is to come into a group or out of it, by id. */
export type MembershipChanges = {
  add?: readonly number[]
  delete?: readonly number[]
  add_subgroups?: readonly number[]
  delete_subgroups?: readonly number[]
}

/** All of the changes or none, in this order, each of them as its own right allows and told by an event of its own. */
export function changeMembership(realm: Realm, actor: User, user_group_id: number, wished: MembershipChanges): void {
  const added = distinct(wished.add)
  const removed = distinct(wished.delete)
  const nested = distinct(wished.add_subgroups)
  const unnested = distinct(wished.delete_subgroups)
  if ([added, removed, nested, unnested].every((ids) => ids.length === 0)) throw nothingToDo({})
  const group = activeGroup(realm, user_group_id)
  if (added.length > 0) bringIn(realm, actor, group, added)
  if (removed.length > 0) takeOut(realm, actor, group, removed)
  if (nested.length > 0) nest(realm, actor, group, nested)
  if (unnested.length > 0) unnest(realm, actor, group, unnested)
}

/** The same, of groups alone. */
export function changeSubgroups(
  realm: Realm,
  actor: User,
  user_group_id: number,
  wished: Pick<MembershipChanges, 'add' | 'delete'>,
): void {
  const { add = [], delete: unwanted = [] } = wished
  if (add.length + unwanted.length === 0) throw nothingToDoWithSubgroups({})
  changeMembership(realm, actor, user_group_id, { add_subgroups: add, delete_subgroups: unwanted })
}

const distinct = (ids: readonly number[] = []) => [...new Set(ids)]

function bringIn(realm: Realm, actor: User, group: Group, user_ids: readonly number[]) {
  if (!canAdd(group, changerOf(realm, actor), user_ids)) throw insufficientPermission({})
  for (const user_id of user_ids) personToHold(realm, user_id)
  const refusal = refusalToAdd(directMembers(realm, group), user_ids)
  if (refusal) throw refusal
  rememberMembers(realm, group.id, user_ids, 0)
  insertMembers(realm, group.id, user_ids)
  realm.publish(groupMembersAdded({ group_id: group.id, user_ids }), everyone({}))
}

function takeOut(realm: Realm, actor: User, group: Group, user_ids: readonly number[]) {
  if (!canRemove(group, changerOf(realm, actor), user_ids)) throw insufficientPermission({})
  for (const user_id of user_ids) personToHold(realm, user_id)
  const refusal = refusalToRemove(directMembers(realm, group), user_ids)
  if (refusal) throw refusal
  rememberMembers(realm, group.id, user_ids, 1)
  deleteMembers(realm, group.id, user_ids)
  realm.publish(groupMembersRemoved({ group_id: group.id, user_ids }), everyone({}))
}

function nest(realm: Realm, actor: User, group: Group, ids: readonly number[]) {
  if (!canManage(group, changerOf(realm, actor))) throw insufficientPermission({})
  for (const id of ids) activeGroup(realm, id)
  const refusal = refusalToNest(group.id, ids, subgroups(realm))
  if (refusal) throw refusal
  rememberSubgroups(realm, group.id, ids, 0)
  insertSubgroups(realm, group.id, ids)
  realm.publish(subgroupsAdded({ group_id: group.id, direct_subgroup_ids: ids }), everyone({}))
}

function unnest(realm: Realm, actor: User, group: Group, ids: readonly number[]) {
  if (!canManage(group, changerOf(realm, actor))) throw insufficientPermission({})
  for (const id of ids) groupMeant(realm, id)
  const refusal = refusalToUnnest(subgroups(realm).get(group.id) ?? [], ids)
  if (refusal) throw refusal
  rememberSubgroups(realm, group.id, ids, 1)
  deleteSubgroups(realm, group.id, ids)
  realm.publish(subgroupsRemoved({ group_id: group.id, direct_subgroup_ids: ids }), everyone({}))
}
