import { ALL_DAYS } from '../../../store/realm-metrics'
import type { D1 } from '../../../store/d1'

export type MetricsRow = { realm_id: string; saved_at: number; counts: string; gauges: string }

/** Returns the metrics of all days of the first realms after `realm_name`, by name. */
export const metricsAfter = (d1: D1, realm_name: string, most: number): Promise<MetricsRow[]> =>
  d1.all<MetricsRow>`
    SELECT realm_id, saved_at, counts, gauges FROM realm_metrics
    WHERE day = ${ALL_DAYS} AND realm_id > ${realm_name} ORDER BY realm_id LIMIT ${most}`

/** Returns how many realms could not start, and have not saved figures since then. */
export const countFailedStarts = async (d1: D1): Promise<number> =>
  (
    await d1.all<{ number: number }>`
      SELECT count(*) AS number FROM failed_starts AS f
      LEFT JOIN realm_metrics AS m ON m.realm_id = f.realm_id AND m.day = ${ALL_DAYS}
      WHERE m.saved_at IS NULL OR m.saved_at <= f.failed_at`
  )[0]?.number ?? 0
