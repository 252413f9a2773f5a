import * as v from 'valibot'
import { named } from '../../../api/named'
import { keysOf } from '../../../api/table'
import { AUDIT_KINDS } from '../../realm/audit-log/kinds'
import type { AuditEntry } from '../../realm/audit-log/storage'

export const wireEntryShape = named(
  'AuditLogEntry',
  v.object({
    id: v.number(),
    timestamp: v.number(),
    kind: v.picklist(keysOf(AUDIT_KINDS)),
    actor_id: v.nullable(v.number()),
    user_id: v.nullable(v.number()),
    network_address: v.string(),
    client: v.string(),
    details: v.record(v.string(), v.unknown()),
  }),
)

/** Returns an entry in the form of the API and of exports. */
export const wireEntry = ({
  entry_id,
  at,
  address,
  details,
  ...others
}: AuditEntry): v.InferOutput<typeof wireEntryShape> => ({
  id: entry_id,
  timestamp: at,
  kind: others.kind,
  actor_id: others.actor_id,
  user_id: others.user_id,
  network_address: address,
  client: others.client,
  details: JSON.parse(details),
})
