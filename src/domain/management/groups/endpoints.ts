import * as v from 'valibot'
import { boolean, ids, integer, optional, shortText, text } from '../../../api/params'
import { mapTable } from '../../../api/table'
import { endpoint } from '../../../edge'
import { tellMembers } from './bot-messages'
import { MAX_GROUPS_AT_ONCE, MAX_GROUP_DESCRIPTION_LENGTH, MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { tellingOfSight } from './visibility-changes'
import { channelsUsing } from './channels-using-group'
import { humans, humansButGuests } from '../../people/users/callers'
import { insufficientPermission, noSuchUser } from '../../people/users/rules'
import { maybeUser } from '../../people/users/storage'
import { groupMeant } from '../../people/groups/access'
import { createGroup } from './actions'
import { candidateErrors } from '../../people/groups/candidates'
import { deactivateGroup, groupInUse } from './deactivate'
import { groupShape, groupsShown } from '../../people/groups/events'
import {
  groupIsDeactivated,
  groupNotAllowed,
  groupSettingChange,
  groupSettingParam,
  invalidGroup,
  oldValueDiffers,
} from '../../people/groups/group-setting'
import { changeMembership, changeSubgroups } from './membership'
import { groupsWithin, membershipErrors, nothingToDoWithSubgroups } from '../../people/groups/membership-rules'
import { groupNameErrors } from '../../people/groups/name-rules'
import { groupPermissions } from '../../people/groups/permissions'
import { directMembers, membersOf, subgroups } from '../../people/groups/storage'
import { noNewData, updateGroup } from './update'

const newPermissions = mapTable(groupPermissions, () => optional(groupSettingParam))
const changedPermissions = mapTable(groupPermissions, () => optional(groupSettingChange))

export const createUserGroup = endpoint.decision({
  route: 'POST /user_groups/create',
  summary: 'Create a user group.',
  caller: humans,
  params: {
    name: shortText(),
    description: text(MAX_GROUP_DESCRIPTION_LENGTH),
    members: ids(MAX_USERS_AT_ONCE),
    subgroups: optional(ids(MAX_GROUPS_AT_ONCE), []),
    ...newPermissions,
  },
  returns: { group_id: v.number() },
  errors: [insufficientPermission, ...groupNameErrors, ...candidateErrors, groupNotAllowed],
  decide: (realm, actor, { name, description, members, subgroups, ...permissions }) => ({
    group_id: createGroup(realm, actor, { name, description, members, subgroups, permissions }),
  }),
})

export const getUserGroups = endpoint.decision({
  route: 'GET /user_groups',
  summary: 'The user groups, system groups among them.',
  caller: humansButGuests,
  params: { include_deactivated_groups: optional(boolean(), false) },
  returns: { user_groups: v.array(groupShape) },
  errors: [],
  decide: (realm, _, { include_deactivated_groups }) => ({
    user_groups: groupsShown(realm, include_deactivated_groups),
  }),
})

export const updateUserGroup = endpoint.decision({
  route: 'PATCH /user_groups/:user_group_id',
  summary: 'Change what a user group is, and who may do what with it; or bring a deactivated one back.',
  caller: humans,
  params: {
    user_group_id: integer(),
    name: optional(shortText()),
    description: optional(text(MAX_GROUP_DESCRIPTION_LENGTH)),
    deactivated: optional(boolean()),
    ...changedPermissions,
  },
  returns: {},
  errors: [noNewData, insufficientPermission, ...groupNameErrors, ...candidateErrors, groupNotAllowed, oldValueDiffers],
  decide: (realm, actor, { user_group_id, name, description, deactivated, ...permissions }) =>
    updateGroup(realm, actor, user_group_id, { name, description, deactivated, permissions }),
})

const whichGroup = { user_group_id: integer() }
const direct_member_only = optional(boolean(), false)
// As many can leave as come.
const people = optional(ids(MAX_USERS_AT_ONCE / 2))
const groups = optional(ids(MAX_GROUPS_AT_ONCE))

export const updateUserGroupMembers = endpoint.decision({
  route: 'POST /user_groups/:user_group_id/members',
  summary: 'Bring people and groups into a user group, or take them out.',
  caller: humans,
  params: { ...whichGroup, add: people, delete: people, add_subgroups: groups, delete_subgroups: groups },
  returns: {},
  errors: [insufficientPermission, ...candidateErrors, ...membershipErrors],
  decide: (realm, actor, { user_group_id, ...changes }) => {
    tellingOfSight(realm, user_group_id, () => changeMembership(realm, actor, user_group_id, changes))
    tellMembers(realm, actor, user_group_id, changes)
  },
})

export const getUserGroupMembers = endpoint.decision({
  route: 'GET /user_groups/:user_group_id/members',
  summary: 'Who is in a user group, by way of groups within it too.',
  caller: humansButGuests,
  params: { ...whichGroup, direct_member_only },
  returns: { members: v.array(v.number()) },
  errors: [invalidGroup],
  decide: (realm, _, { user_group_id, direct_member_only }) => {
    const group = groupMeant(realm, user_group_id)
    const members = direct_member_only ? directMembers(realm, group) : membersOf(realm, group)
    return { members: inOrder(members) }
  },
})

export const isUserGroupMember = endpoint.decision({
  route: 'GET /user_groups/:user_group_id/members/:user_id',
  summary: 'Whether somebody is in a user group, by way of groups within it too.',
  caller: humansButGuests,
  params: { ...whichGroup, user_id: integer(), direct_member_only },
  returns: { is_user_group_member: v.boolean() },
  errors: [noSuchUser, invalidGroup],
  decide: (realm, _, { user_group_id, user_id, direct_member_only }) => {
    const group = groupMeant(realm, user_group_id)
    if (maybeUser(realm, user_id) === undefined) throw noSuchUser({})
    const members = direct_member_only ? directMembers(realm, group) : membersOf(realm, group)
    return { is_user_group_member: members.includes(user_id) }
  },
})

export const getUserGroupSubgroups = endpoint.decision({
  route: 'GET /user_groups/:user_group_id/subgroups',
  summary: 'Which groups are in a user group, however deep.',
  caller: humansButGuests,
  params: { ...whichGroup, direct_subgroup_only: optional(boolean(), false) },
  returns: { subgroups: v.array(v.number()) },
  errors: [invalidGroup],
  decide: (realm, _, { user_group_id, direct_subgroup_only }) => {
    const { id } = groupMeant(realm, user_group_id)
    const direct = subgroups(realm).get(id) ?? []
    return { subgroups: inOrder(direct_subgroup_only ? direct : groupsWithin(direct, subgroups(realm))) }
  },
})

export const updateUserGroupSubgroups = endpoint.decision({
  route: 'POST /user_groups/:user_group_id/subgroups',
  summary: 'Bring groups into a user group, or take them out.',
  caller: humans,
  params: { ...whichGroup, add: groups, delete: groups },
  returns: {},
  errors: [insufficientPermission, ...candidateErrors, ...membershipErrors, nothingToDoWithSubgroups],
  decide: (realm, actor, { user_group_id, ...changes }) =>
    tellingOfSight(realm, user_group_id, () => changeSubgroups(realm, actor, user_group_id, changes)),
})

export const deactivateUserGroup = endpoint.decision({
  route: 'POST /user_groups/:user_group_id/deactivate',
  summary: 'Put a user group out of use, if nothing uses it.',
  caller: humans,
  params: whichGroup,
  returns: {},
  errors: [insufficientPermission, invalidGroup, groupIsDeactivated, groupInUse],
  decide: (realm, actor, { user_group_id }) =>
    deactivateGroup(realm, actor, user_group_id, ({ id }) => channelsUsing(realm, actor, id)),
})

const inOrder = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
