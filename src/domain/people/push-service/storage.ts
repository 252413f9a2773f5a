import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import type { People } from './rules'

/** Whether the bouncer sends the notifications of the realm, and what it knows of the realm. */
export type PushStatus = {
  facts: string
  can_push: boolean
  ends_at: number | null
  checked_at: number
  checked_event: number
  pushed_at: number
}

const pushStatusCache = cacheKey<PushStatus | undefined>()

/** Returns undefined if no phone of the realm was ever registered. */
export const findPushStatus = (realm: ReadOnlyRealm): PushStatus | undefined =>
  realm.cache.get(pushStatusCache, () => {
    const row = realm.sql.maybe<Omit<PushStatus, 'can_push'> & { can_push: number }>`
      SELECT facts, can_push, ends_at, checked_at, checked_event, pushed_at FROM push_status`
    return row && { ...row, can_push: row.can_push === 1 }
  })

export function writePushStatus(realm: Realm, status: PushStatus): void {
  realm.sql.run`
    INSERT INTO push_status (singleton, facts, can_push, ends_at, checked_at, checked_event, pushed_at)
    VALUES (1, ${status.facts}, ${status.can_push}, ${status.ends_at}, ${status.checked_at}, ${status.checked_event},
            ${status.pushed_at})
    ON CONFLICT (singleton) DO UPDATE SET
      facts = excluded.facts, can_push = excluded.can_push, ends_at = excluded.ends_at, checked_at = excluded.checked_at,
      checked_event = excluded.checked_event, pushed_at = excluded.pushed_at`
  realm.cache.invalidate(pushStatusCache)
}

/** Returns the active people of the realm by role, and its bots. The bots of the server do not count. */
export function activePeople(sql: SqlReader): People {
  const people: People = { 100: 0, 200: 0, 300: 0, 400: 0, 600: 0, bots: 0 }
  const rows = sql.all<{ role: keyof People; is_bot: number; count: number }>`
    SELECT role, bot_type IS NOT NULL AS is_bot, count(*) AS count FROM users
    WHERE is_active = 1 AND is_system_bot = 0 GROUP BY 1, 2`
  for (const { role, is_bot, count } of rows) people[is_bot === 1 ? 'bots' : role] += count
  return people
}
