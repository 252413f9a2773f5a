import * as v from 'valibot'
import { event } from '../../../realm'
import { EXPORT_TYPES } from './data-export'
import type { ToldExport } from './shown'

export const exportShape = v.strictObject({
  id: v.number(),
  acting_user_id: v.number(),
  export_time: v.number(),
  deleted_timestamp: v.nullable(v.number()),
  failed_timestamp: v.nullable(v.number()),
  export_url: v.nullable(v.string()),
  pending: v.boolean(),
  export_type: v.picklist(EXPORT_TYPES),
})

/** All there are, each time something becomes of one: a realm has few. Clients ask for the list, /register has none. */
export const exportsChanged = event<{ exports: ToldExport[] }>({
  type: 'realm_export',
  summary: 'The data exports of the organization changed. The event lists all of them.',
  recipients: { role_at_least: 'administrators' },
  fields: { exports: v.array(exportShape) },
})
