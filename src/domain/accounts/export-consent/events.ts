import * as v from 'valibot'
import { event } from '../../../realm'

/** Somebody lets what is private to them be exported from here on, or no longer does. */
export const consentChanged = event<{ user_id: number; consented: boolean }>({
  type: 'realm_export_consent',
  fields: { user_id: v.number(), consented: v.boolean() },
})
