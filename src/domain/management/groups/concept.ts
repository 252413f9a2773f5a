import { concept } from '../../../concept'
import {
  createUserGroup,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
  getUserGroupMembers,
  isUserGroupMember,
  getUserGroupSubgroups,
  updateUserGroupSubgroups,
  deactivateUserGroup,
} from './endpoints'

export const groupChanges = concept({
  name: 'management/groups',
  title: 'User groups',
  endpoints: [
    createUserGroup,
    getUserGroups,
    updateUserGroup,
    updateUserGroupMembers,
    getUserGroupMembers,
    isUserGroupMember,
    getUserGroupSubgroups,
    updateUserGroupSubgroups,
    deactivateUserGroup,
  ],
})
