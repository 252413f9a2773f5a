import { orUnavailable, type D1 } from '../../../store/d1'
import { ALL_DAYS } from '../../../store/realm-metrics'

/** A realm that did not start the last time, and why. */
export type FailedStart = { realm: string; failed_at: number; reason: string }

const MAX_FAILED_STARTS = 100

/** Returns the realms that cannot start. A realm that saved its figures later has started. */
export const failedStarts = (first: D1): Promise<FailedStart[]> =>
  orUnavailable(
    first.all<FailedStart>`
      SELECT f.realm_id AS realm, f.failed_at, f.reason FROM failed_starts AS f
      LEFT JOIN realm_metrics AS m ON m.realm_id = f.realm_id AND m.day = ${ALL_DAYS}
      WHERE m.saved_at IS NULL OR m.saved_at <= f.failed_at ORDER BY f.realm_id LIMIT ${MAX_FAILED_STARTS}`,
  )

export const writeHourlyRun = (first: D1, ran_at: number): Promise<void> =>
  first.run`INSERT INTO hourly_runs (singleton, ran_at) VALUES (1, ${ran_at})
            ON CONFLICT (singleton) DO UPDATE SET ran_at = excluded.ran_at`

/** Returns when the platform last started the hourly work, or null if it never did. */
export const lastHourlyRun = async (first: D1): Promise<number | null> =>
  (await orUnavailable(first.all<{ ran_at: number }>`SELECT ran_at FROM hourly_runs`))[0]?.ran_at ?? null

type RealmRow = { name: string; saved_at: number | null; counts: string | null }

/** Returns the names of the next realms, with the figures that they saved last. Each realm has accounts in D1. */
export const realmsAfter = (first: D1, name: string, most: number): Promise<RealmRow[]> =>
  orUnavailable(
    first.all<RealmRow>`
      WITH RECURSIVE names(name) AS (
        SELECT min(realm_id) FROM users WHERE realm_id > ${name}
        UNION ALL SELECT (SELECT min(realm_id) FROM users WHERE realm_id > names.name) FROM names WHERE names.name IS NOT NULL
        LIMIT ${most})
      SELECT names.name, m.saved_at, m.counts FROM names
      LEFT JOIN realm_metrics AS m ON m.realm_id = names.name AND m.day = ${ALL_DAYS} WHERE names.name IS NOT NULL`,
  )
