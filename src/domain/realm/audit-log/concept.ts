import { concept } from '../../../concept'
import { deleteAuditEntries } from './due-work'
import hashes from './hashes.sql'
import tables from './tables.sql'

export const auditLog = concept({
  name: 'realm/audit-log',
  tables: [tables, hashes],
  dueWork: [deleteAuditEntries],
})
