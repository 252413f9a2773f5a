import { concept } from '../../../concept'
import tables from './tables.sql'
import editedFlag from './edited-flag.sql'
import { getHistory } from './endpoints'
import { oldVersionsInD1 } from './old-versions-in-d1'

export const history = concept({
  name: 'messages/history',
  title: 'Edit history',
  tables: [tables, editedFlag],
  d1Tables: [oldVersionsInD1],
  endpoints: [getHistory],
})
