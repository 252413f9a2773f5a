import { concept } from '../../../concept'
import tables from './tables.sql'
import { abilitiesSlice } from './abilities'
import {
  groupMembersAdded,
  groupMembersRemoved,
  subgroupsAdded,
  subgroupsRemoved,
  groupAdded,
  groupUpdated,
  groupRemoved,
  groupsSlice,
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
  state: [abilitiesSlice, groupsSlice],
})
