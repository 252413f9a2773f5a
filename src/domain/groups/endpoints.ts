import * as v from 'valibot'
import { boolean, integer, list, optional, text } from '../../api/params'
import { mapTable } from '../../api/table'
import { endpoint } from '../../edge'
import { humans, humansButGuests } from '../users/callers'
import { createGroup } from './actions'
import { candidateErrors } from './candidates'
import { groupShape, groupsShown } from './events'
import { groupNotAllowed, groupSettingChange, groupSettingParam, oldValueDiffers } from './group-setting'
import { groupNameErrors } from './name-rules'
import { groupPermissions } from './permissions'
import { insufficientPermission } from './rights-rules'
import { noNewData, updateGroup } from './update'

const newPermissions = mapTable(groupPermissions, () => optional(groupSettingParam))
const changedPermissions = mapTable(groupPermissions, () => optional(groupSettingChange))

export const createUserGroup = endpoint({
  route: 'POST /user_groups/create',
  summary: 'Create a user group.',
  caller: humans,
  params: {
    name: text(),
    description: text(),
    members: list(integer()),
    subgroups: optional(list(integer()), []),
    ...newPermissions,
  },
  returns: { group_id: v.number() },
  errors: [insufficientPermission, ...groupNameErrors, ...candidateErrors, groupNotAllowed],
  decide: (realm, actor, { name, description, members, subgroups, ...permissions }) => ({
    group_id: createGroup(realm, actor, { name, description, members, subgroups, permissions }),
  }),
})

export const getUserGroups = endpoint({
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

export const updateUserGroup = endpoint({
  route: 'PATCH /user_groups/:user_group_id',
  summary: 'Change what a user group is, and who may do what with it; or bring a deactivated one back.',
  caller: humans,
  params: {
    user_group_id: integer(),
    name: optional(text()),
    description: optional(text()),
    deactivated: optional(boolean()),
    ...changedPermissions,
  },
  returns: {},
  errors: [noNewData, insufficientPermission, ...groupNameErrors, ...candidateErrors, groupNotAllowed, oldValueDiffers],
  decide: (realm, actor, { user_group_id, name, description, deactivated, ...permissions }) =>
    updateGroup(realm, actor, user_group_id, { name, description, deactivated, permissions }),
})
