import { concept } from '../../../concept'
import tables from './tables.sql'
import { mutedUsersChanged, mutedUsersState } from './events'

export const mutedUsers = concept({
  name: 'people/muted-users',
  title: 'Muted users and topics',
  tables: [tables],
  events: [mutedUsersChanged],
  state: [mutedUsersState],
})
