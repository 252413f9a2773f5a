import * as v from 'valibot'
import { named } from '../../../api/named'
import { event } from '../../../realm'
import { EXPORT_TYPE_NAMES } from './data-export'
import type { WireExport } from './wire-export'

export const exportShape = named(
  'RealmExport',
  v.strictObject({
    id: v.number(),
    acting_user_id: v.number(),
    export_time: v.number(),
    deleted_timestamp: v.nullable(v.number()),
    failed_timestamp: v.nullable(v.number()),
    export_url: v.nullable(v.string()),
    pending: v.boolean(),
    export_type: v.picklist(EXPORT_TYPE_NAMES),
    export_from_prior_server: v.boolean(),
  }),
)

/** `POST /register` does not return exports: clients request the list. */
export const exportsChanged = event<{ exports: WireExport[] }>({
  type: 'realm_export',
  summary: 'The data exports of the organization changed. The event lists all of them.',
  recipients: { role_at_least: 'administrators' },
  fields: { exports: v.array(exportShape) },
})
