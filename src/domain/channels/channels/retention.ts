import * as v from 'valibot'
import { integer, oneOf } from '../../../api/params'
import { FOR_EVER } from '../../realm/settings/periods'

/** A channel's retention in a request: a number of days, for ever, or the realm's setting. */
export const retentionParam = v.union([
  v.pipe(integer(), v.minValue(1, 'a positive integer')),
  oneOf(['realm_default', 'unlimited']),
])

export type Retention = v.InferOutput<typeof retentionParam>

/** Returns the value that is stored and sent to clients; `undefined`, which changes nothing, for an omitted parameter. */
export function retentionDays(retention: Retention | undefined): number | null | undefined {
  if (retention === 'realm_default') return null
  return retention === 'unlimited' ? FOR_EVER : retention
}
