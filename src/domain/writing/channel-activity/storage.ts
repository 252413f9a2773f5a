import type { Sql } from '../../../store/realm-sql'
import { findCounter, writeCounter } from '../../../store/counters'
const MEASURED_AT = 'channel_activity_measured_at'

/** Returns the time at which all channels had been measured. */
export const lastMeasuredAt = (sql: Sql): number | undefined => findCounter(sql, MEASURED_AT)

export const writeMeasuredAt = (sql: Sql, now: number): void => writeCounter(sql, MEASURED_AT, now)
