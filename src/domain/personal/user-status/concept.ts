import { concept } from '../../../concept'
import tables from './tables.sql'
import { updateOwnStatus, updateStatus, getStatus } from './endpoints'
import { userStatusChanged, userStatusState } from './events'
import { initialStatus } from './initial-user-data'

export const userStatus = concept({
  name: 'personal/user-status',
  title: 'User status',
  tables: [tables],
  endpoints: [updateOwnStatus, updateStatus, getStatus],
  events: [userStatusChanged],
  state: [userStatusState],
  initialUserData: [initialStatus],
})
