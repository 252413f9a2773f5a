import { concept } from '../../../concept'
import tables from './tables.sql'
import { deleteFiles } from './due-work'

export const storedFiles = concept({
  name: 'realm/files',
  tables: [tables],
  dueWork: [deleteFiles],
})
