import { concept } from '../../../concept'
import { getAuditLog } from './endpoints'

export const auditLogReading = concept({
  name: 'organization/audit-log',
  title: 'Audit log',
  endpoints: [getAuditLog],
})
