import * as v from 'valibot'
import { integer, naturalNumber, oneOf, optional } from '../../../api/params'
import { keysOf } from '../../../api/table'
import { endpoint } from '../../../edge'
import { owners } from '../../people/users/callers'
import { AUDIT_KINDS } from '../../realm/audit-log/kinds'
import { findEntries } from '../../realm/audit-log/storage'
import { wireEntry, wireEntryShape } from './wire-entry'

const MAX_ENTRIES_PER_PAGE = 100

export const getAuditLog = endpoint.decision({
  route: 'GET /parley/audit_log',
  summary: 'Get the audit log of the organization, the newest entries first: logins, and changes by administrators.',
  note: `With \`before_id\`, the page of older entries. The setting \`parley_audit_log_days\` decides how long entries are kept. Each entry has the hash of the one before it: \`npm run parley -- audit verify\` finds a changed, missing or added entry.\n\n${keysOf(
    AUDIT_KINDS,
  )
    .map((kind) => `- \`${kind}\`: ${AUDIT_KINDS[kind]}`)
    .join('\n')}`,
  caller: owners,
  params: {
    before_id: optional(v.nullable(naturalNumber()), null),
    after_id: optional(v.nullable(naturalNumber()), null),
    kind: optional(v.nullable(oneOf(keysOf(AUDIT_KINDS))), null),
    actor_id: optional(v.nullable(naturalNumber()), null),
    user_id: optional(v.nullable(naturalNumber()), null),
    since: optional(v.nullable(naturalNumber()), null),
    until: optional(v.nullable(naturalNumber()), null),
    limit: optional(
      v.pipe(
        integer(),
        v.minValue(1, 'a positive integer'),
        v.maxValue(MAX_ENTRIES_PER_PAGE, `at most ${MAX_ENTRIES_PER_PAGE}`),
      ),
      50,
    ),
  },
  returns: { entries: v.array(wireEntryShape), found_oldest: v.boolean() },
  errors: [],
  decide: (realm, _, { limit, ...filter }) => {
    // One more shows whether there are older ones.
    const found = findEntries(realm, { ...filter, limit: limit + 1 })
    return { entries: found.slice(0, limit).map(wireEntry), found_oldest: found.length <= limit }
  },
})
