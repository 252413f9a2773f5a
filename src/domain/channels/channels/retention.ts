import * as v from 'valibot'
import { integer, oneOf } from '../../../api/params'
import { FOR_EVER } from '../../realm/settings/periods'

/** How long messages are kept, as clients say it: for days, for ever, or as the realm says. */
export const retentionParam = v.union([
  v.pipe(integer(), v.minValue(1, 'a positive integer')),
  oneOf(['realm_default', 'unlimited']),
])

export type Retention = v.InferOutput<typeof retentionParam>

/** The same as it is stored and shown. Nothing said is nothing changed. */
export function retentionDays(wished: Retention | undefined): number | null | undefined {
  if (wished === 'realm_default') return null
  return wished === 'unlimited' ? FOR_EVER : wished
}
