import { concept } from '../../../concept'
import { deactivateAnyUser, deactivateOwnUser, reactivateUser, removeBot } from './endpoints'
import { removeMessages } from './due-work'
import messageRemoval from './message-removal.sql'
import tables from './tables.sql'

export const deactivation = concept({
  name: 'accounts/deactivation',
  title: 'Deactivating users and bots',
  tables: [tables, messageRemoval],
  endpoints: [deactivateAnyUser, deactivateOwnUser, reactivateUser, removeBot],
  dueWork: [removeMessages],
})
