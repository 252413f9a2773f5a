import { concept } from '../../../concept'
import { deactivateAnyUser, deactivateOwnUser, reactivateUser, removeBot } from './endpoints'

export const deactivation = concept({
  name: 'accounts/deactivation',
  title: 'Deactivating users and bots',
  endpoints: [deactivateAnyUser, deactivateOwnUser, reactivateUser, removeBot],
})
