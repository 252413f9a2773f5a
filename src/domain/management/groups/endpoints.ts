import * as v from 'valibot'
import { jsonList } from '../../../api/json-text'
import { boolean, ids, integer, optional, shortText, text } from '../../../api/params'
import { mapTable } from '../../../api/table'
import { endpoint } from '../../../edge'
import { decideAfter } from '../../../events/turns'
import { MAX_GROUPS_AT_ONCE, MAX_GROUP_DESCRIPTION_LENGTH, MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { getActiveUser } from '../../people/users/authentication'
import { anyUser, anyUserButGuests } from '../../people/users/callers'
import { insufficientPermission, noSuchUser } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import { getGroup, memberErrors } from '../../people/groups/access'
import { createGroup, noNewData, updateGroup } from './actions'
import { deactivateGroup, groupInUse } from './deactivation-actions'
import { encodedGroups, loadGroups } from '../../people/groups/encoded-groups'
import { groupShape } from '../../people/groups/events'
import {
  groupIsDeactivated,
  groupNotAllowed,
  groupSettingChange,
  groupSettingParam,
  invalidGroup,
  oldValueDiffers,
} from '../../people/groups/group-setting'
import { updateMembership, updateSubgroups } from './membership-actions'
import { groupsWithin, membershipErrors, nothingToDoWithSubgroups } from '../../people/groups/membership-rules'
import { groupNameErrors, tooManyGroups } from '../../people/groups/name-rules'
import { groupPermissions } from '../../people/groups/permissions'
import { directMembers, allMembersOf, subgroups } from '../../people/groups/storage'

const newPermissions = mapTable(groupPermissions, () => optional(groupSettingParam))
const changedPermissions = mapTable(groupPermissions, () => optional(groupSettingChange))

export const createUserGroup = endpoint.decision({
  route: 'POST /user_groups/create',
  summary: 'Create a user group.',
  caller: anyUser,
  params: {
    name: shortText(),
    description: text(MAX_GROUP_DESCRIPTION_LENGTH),
    members: ids(MAX_USERS_AT_ONCE),
    subgroups: optional(ids(MAX_GROUPS_AT_ONCE), []),
    ...newPermissions,
  },
  returns: { group_id: v.number() },
  errors: [insufficientPermission, tooManyGroups, ...groupNameErrors, ...memberErrors, groupNotAllowed],
  decide: (realm, actor, { name, description, members, subgroups, ...permissions }) => ({
    group_id: createGroup(realm, actor, { name, description, members, subgroups, permissions }),
  }),
})

export const getUserGroups = endpoint.decision({
  route: 'GET /user_groups',
  hasSharedTexts: true,
  summary: 'List the user groups, including the system groups.',
  agentScopes: ['messages:read', 'teams:write'],
  caller: anyUserButGuests,
  params: { include_deactivated_groups: optional(boolean(), false) },
  returns: { user_groups: v.array(groupShape) },
  errors: [],
  decide: (realm, actor, { include_deactivated_groups }) =>
    decideAfter(loadGroups(realm), realm, () => {
      const refusal = anyUserButGuests.refusal(getActiveUser(realm, actor.user_id))
      if (refusal) throw refusal
      return { user_groups: jsonList(encodedGroups(realm, include_deactivated_groups)) }
    }),
})

export const updateUserGroup = endpoint.decision({
  route: 'PATCH /user_groups/:user_group_id',
  summary: 'Change a user group and its permissions, or reactivate it.',
  caller: anyUser,
  params: {
    user_group_id: integer(),
    name: optional(shortText()),
    description: optional(text(MAX_GROUP_DESCRIPTION_LENGTH)),
    deactivated: optional(boolean()),
    ...changedPermissions,
  },
  returns: {},
  errors: [noNewData, insufficientPermission, ...groupNameErrors, ...memberErrors, groupNotAllowed, oldValueDiffers],
  decide: (realm, actor, { user_group_id, name, description, deactivated, ...permissions }) =>
    updateGroup(realm, actor, user_group_id, { name, description, deactivated, permissions }),
})

const groupParams = { user_group_id: integer() }
const direct_member_only = optional(boolean(), false)
// One request can add this many users and remove this many.
const users = optional(ids(MAX_USERS_AT_ONCE / 2))
const groups = optional(ids(MAX_GROUPS_AT_ONCE))

export const updateUserGroupMembers = endpoint.decision({
  route: 'POST /user_groups/:user_group_id/members',
  summary: 'Add users and subgroups to a user group, or remove them.',
  agentScopes: ['teams:write'],
  caller: anyUser,
  params: { ...groupParams, add: users, delete: users, add_subgroups: groups, delete_subgroups: groups },
  returns: {},
  errors: [insufficientPermission, ...memberErrors, ...membershipErrors],
  decide: (realm, actor, { user_group_id, ...changes }) => updateMembership(realm, actor, user_group_id, changes),
})

export const getUserGroupMembers = endpoint.decision({
  route: 'GET /user_groups/:user_group_id/members',
  summary: 'List the members of a user group, including the members of its subgroups.',
  caller: anyUserButGuests,
  params: { ...groupParams, direct_member_only },
  returns: { members: v.array(v.number()) },
  errors: [invalidGroup],
  decide: (realm, _, { user_group_id, direct_member_only }) => {
    const group = getGroup(realm, user_group_id)
    const members = direct_member_only ? directMembers(realm, group) : allMembersOf(realm, group)
    return { members: ascending(members) }
  },
})

export const isUserGroupMember = endpoint.decision({
  route: 'GET /user_groups/:user_group_id/members/:user_id',
  summary: 'Check whether a user is a member of a user group or of its subgroups.',
  caller: anyUserButGuests,
  params: { ...groupParams, user_id: integer(), direct_member_only },
  returns: { is_user_group_member: v.boolean() },
  errors: [noSuchUser, invalidGroup],
  decide: (realm, _, { user_group_id, user_id, direct_member_only }) => {
    const group = getGroup(realm, user_group_id)
    if (findUser(realm, user_id) === undefined) throw noSuchUser({})
    const members = direct_member_only ? directMembers(realm, group) : allMembersOf(realm, group)
    return { is_user_group_member: members.includes(user_id) }
  },
})

export const getUserGroupSubgroups = endpoint.decision({
  route: 'GET /user_groups/:user_group_id/subgroups',
  summary: 'List the subgroups of a user group, including their subgroups.',
  caller: anyUserButGuests,
  params: { ...groupParams, direct_subgroup_only: optional(boolean(), false) },
  returns: { subgroups: v.array(v.number()) },
  errors: [invalidGroup],
  decide: (realm, _, { user_group_id, direct_subgroup_only }) => {
    const { id } = getGroup(realm, user_group_id)
    const direct = subgroups(realm).get(id) ?? []
    return { subgroups: ascending(direct_subgroup_only ? direct : groupsWithin(direct, subgroups(realm))) }
  },
})

export const updateUserGroupSubgroups = endpoint.decision({
  route: 'POST /user_groups/:user_group_id/subgroups',
  summary: 'Add subgroups to a user group, or remove them.',
  caller: anyUser,
  params: { ...groupParams, add: groups, delete: groups },
  returns: {},
  errors: [insufficientPermission, ...memberErrors, ...membershipErrors, nothingToDoWithSubgroups],
  decide: (realm, actor, { user_group_id, ...changes }) => updateSubgroups(realm, actor, user_group_id, changes),
})

export const deactivateUserGroup = endpoint.decision({
  route: 'POST /user_groups/:user_group_id/deactivate',
  summary: 'Deactivate a user group that is not in use.',
  caller: anyUser,
  params: groupParams,
  returns: {},
  errors: [insufficientPermission, invalidGroup, groupIsDeactivated, groupInUse],
  decide: (realm, actor, { user_group_id }) => deactivateGroup(realm, actor, user_group_id),
})

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
