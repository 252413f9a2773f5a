import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import { NO_STATUS, type Status } from './rules'

type StatusRow = Status & { user_id: number }

const statusesCache = cacheKey<Map<number, Status>>()

/** Returns the statuses by user. Cached, because each registration needs them. */
export const allStatuses = (realm: ReadOnlyRealm): ReadonlyMap<number, Status> =>
  realm.cache.get(statusesCache, () => {
    const rows = realm.sql.all<StatusRow>`
      SELECT user_id, status_text, emoji_name, emoji_code, reaction_type FROM user_statuses`
    return new Map(rows.map(({ user_id, ...status }) => [user_id, status]))
  })

export const statusOf = (sql: SqlReader, user_id: number): Status =>
  sql.maybe<Status>`
    SELECT status_text, emoji_name, emoji_code, reaction_type FROM user_statuses WHERE user_id = ${user_id}` ??
  NO_STATUS

export function writeStatus({ sql, cache }: Realm, user_id: number, status: Status): void {
  const { status_text, emoji_name, emoji_code, reaction_type } = status
  const cached = cache.find(statusesCache)
  if (status_text === '' && emoji_name === '') {
    cached?.delete(user_id)
    sql.run`DELETE FROM user_statuses WHERE user_id = ${user_id}`
  } else {
    cached?.set(user_id, status)
    sql.run`INSERT INTO user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type)
            VALUES (${user_id}, ${status_text}, ${emoji_name}, ${emoji_code}, ${reaction_type})
            ON CONFLICT (user_id) DO UPDATE SET
              status_text = excluded.status_text, emoji_name = excluded.emoji_name,
              emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`
  }
}
