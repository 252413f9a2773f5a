import { entriesAfter } from '../../realm/audit-log/storage'
import { findUser } from '../../people/users/storage'
import { OWNER } from '../../people/users/user'
import { wireEntry } from '../../organization/audit-log/wire-entry'
import { PUBLIC } from './data-export'
import { pagedPart, takeItems } from './part'

const ENTRIES_PER_PAGE = 1000

/** The audit log, which only owners may read: it is in the exports with private data that an owner requested. */
export const auditLogPart = pagedPart('audit_log', ({ realm, dataExport }, after) => {
  const { export_type, acting_user_id, is_complete } = dataExport
  const mayHave = is_complete || findUser(realm, acting_user_id)?.role === OWNER
  if (export_type === PUBLIC || !mayHave) return {}
  const entries = entriesAfter(realm, after, ENTRIES_PER_PAGE + 1)
  const { values, next } = takeItems(
    { list: entries, idOf: ({ entry_id }) => entry_id, after, most: ENTRIES_PER_PAGE },
    wireEntry,
  )
  return values.length === 0 ? {} : { content: { audit_log: values }, next }
})
