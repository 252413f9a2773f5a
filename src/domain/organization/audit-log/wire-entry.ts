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
    previous_hash: v.string(),
    salt: v.string(),
    personal_hash: v.string(),
    entry_hash: v.string(),
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
  previous_hash: others.previous_hash,
  salt: others.salt,
  personal_hash: others.personal_hash,
  entry_hash: others.entry_hash,
})
