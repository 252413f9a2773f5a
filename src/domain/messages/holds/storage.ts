import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import type { Hold } from './hold'

type HoldRow = Omit<Hold, 'user_ids' | 'stream_ids'> & { user_ids: string; stream_ids: string }

const holdsCache = cacheKey<readonly Hold[]>()

/** Returns all holds, the oldest first. A hold that ended is deleted: the log of discovery has it. */
export const allHolds = (realm: ReadOnlyRealm): readonly Hold[] =>
  realm.cache.get(holdsCache, () =>
    realm.sql.all<HoldRow>`
      SELECT hold_id, name, reason, user_ids, stream_ids, sent_from, sent_before, created_by, created_at
      FROM holds ORDER BY hold_id`.map((row) => ({
      ...row,
      user_ids: JSON.parse(row.user_ids),
      stream_ids: JSON.parse(row.stream_ids),
    })),
  )

export function insertHold(realm: Realm, hold: Omit<Hold, 'hold_id'>): number {
  const { name, reason, sent_from, sent_before, created_by, created_at } = hold
  const [user_ids, stream_ids] = [JSON.stringify(hold.user_ids), JSON.stringify(hold.stream_ids)]
  realm.cache.invalidate(holdsCache)
  return realm.sql.one<{ hold_id: number }>`
    INSERT INTO holds (name, reason, user_ids, stream_ids, sent_from, sent_before, created_by, created_at)
    VALUES (${name}, ${reason}, ${user_ids}, ${stream_ids}, ${sent_from}, ${sent_before}, ${created_by}, ${created_at})
    RETURNING hold_id`.hold_id
}

export function deleteHold(realm: Realm, hold_id: number): void {
  realm.cache.invalidate(holdsCache)
  realm.sql.run`DELETE FROM holds WHERE hold_id = ${hold_id}`
}

/** Returns up to which message the search for what only an ended hold kept has come; undefined if there is none. */
export const releasedUpTo = (sql: SqlReader): number | undefined =>
  sql.maybe<{ after_id: number }>`SELECT after_id FROM hold_release`?.after_id

export const writeReleasedUpTo = (sql: Sql, after_id: number): void =>
  sql.run`INSERT OR REPLACE INTO hold_release (singleton, after_id) VALUES (1, ${after_id})`

export const endRelease = (sql: Sql): void => sql.run`DELETE FROM hold_release`
