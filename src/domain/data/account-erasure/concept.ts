import { concept } from '../../../concept'
import { continueErasures } from './due-work'
import { eraseOwnAccount } from './endpoints'
import { erasedUsersInD1 } from './storage'
import tables from './tables.sql'

export const accountErasure = concept({
  name: 'data/account-erasure',
  title: 'Deleting your own data',
  tables: [tables],
  d1Tables: [erasedUsersInD1],
  endpoints: [eraseOwnAccount],
  dueWork: [continueErasures],
})
