import { concept } from '../../../concept'
import tables from './tables.sql'
import { groupsState } from './state'
import { ownPermissionsState } from './own-permissions'
import {
  groupMembersAdded,
  groupMembersRemoved,
  subgroupsAdded,
  subgroupsRemoved,
  groupAdded,
  groupUpdated,
  groupRemoved,
} from './events'

export const groups = concept({
  name: 'people/groups',
  title: 'User groups',
  tables: [tables],
  events: [
    groupMembersAdded,
    groupMembersRemoved,
    subgroupsAdded,
    subgroupsRemoved,
    groupAdded,
    groupUpdated,
    groupRemoved,
  ],
  state: [ownPermissionsState, groupsState],
})
