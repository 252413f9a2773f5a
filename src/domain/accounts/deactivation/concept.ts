import { concept } from '../../../concept'
import { deactivateAnyUser, deactivateOwnUser, reactivateUser, removeBot } from './endpoints'
import tables from './tables.sql'

export const deactivation = concept({
  name: 'accounts/deactivation',
  title: 'Deactivating users and bots',
  tables: [tables],
  endpoints: [deactivateAnyUser, deactivateOwnUser, reactivateUser, removeBot],
})
