import { concept } from '../../../concept'
import countAddresses from './count-addresses.sql'
import { endExpiredSessions } from './due-work'
import identitySessions from './identity-sessions.sql'
import tables from './tables.sql'

export const sessions = concept({
  name: 'people/sessions',
  tables: [tables, identitySessions, countAddresses],
  dueWork: [endExpiredSessions],
})
