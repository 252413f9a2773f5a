import { findCounter, writeCounter } from '../../../store/counters'
import type { Sql } from '../../../store/realm-sql'

const LOOKED_AT = 'channel_activity_measured_at' // the second in which all channels had been looked at

export const lastMeasuredAt = (sql: Sql): number | undefined => findCounter(sql, LOOKED_AT)

export const writeMeasuredAt = (sql: Sql, now: number): void => writeCounter(sql, LOOKED_AT, now)
