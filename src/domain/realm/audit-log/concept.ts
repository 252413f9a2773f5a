import { concept } from '../../../concept'
import { deleteAuditEntries } from './due-work'
import tables from './tables.sql'

export const auditLog = concept({
  name: 'realm/audit-log',
  tables: [tables],
  dueWork: [deleteAuditEntries],
})
