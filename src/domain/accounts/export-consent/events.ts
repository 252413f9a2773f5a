import * as v from 'valibot'
import { event } from '../../../realm'

export const consentChanged = event<{ user_id: number; consented: boolean }>({
  type: 'realm_export_consent',
  summary: 'A user allowed or no longer allows the export of private data.',
  recipients: { role_at_least: 'administrators' },
  fields: { user_id: v.number(), consented: v.boolean() },
})
