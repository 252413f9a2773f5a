import { concept } from '../../../concept'
import { endExpiredSessions } from './due-work'
import tables from './tables.sql'

export const sessions = concept({
  name: 'people/sessions',
  tables: [tables],
  dueWork: [endExpiredSessions],
})
