import { concept } from '../../../concept'
import tables from './tables.sql'
import { updateOwnStatus, updateStatus, getStatus } from './endpoints'
import { userStatusChanged, userStatusSlice } from './events'
import { statusIntroduction } from './introduction'

export const userStatus = concept({
  name: 'personal/user-status',
  title: 'User status',
  tables: [tables],
  endpoints: [updateOwnStatus, updateStatus, getStatus],
  events: [userStatusChanged],
  state: [userStatusSlice],
  initialUserData: [statusIntroduction],
})
