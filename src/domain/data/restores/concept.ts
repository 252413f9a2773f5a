import { concept } from '../../../concept'
import { confirmNewestState, recoverRestoredState } from './due-work'
import { deleteRestore, getRestorePlan, getRestores, postRestore } from './endpoints'
import tables from './tables.sql'

export const restores = concept({
  name: 'data/restores',
  title: 'Restoring a realm',
  tables: [tables],
  endpoints: [getRestorePlan, postRestore, getRestores, deleteRestore],
  dueWork: [recoverRestoredState, confirmNewestState],
})
