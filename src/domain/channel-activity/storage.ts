import type { Sql } from '../../store/realm-sql'

const LOOKED_AT = 'channel activity' // the second in which all channels had been looked at

export const lastLook = (sql: Sql): number | undefined =>
  sql.maybe<{ reserved: number }>`SELECT reserved FROM counters WHERE name = ${LOOKED_AT}`?.reserved

export const writeLook = (sql: Sql, now: number): void =>
  sql.run`INSERT INTO counters (name, reserved) VALUES (${LOOKED_AT}, ${now})
          ON CONFLICT (name) DO UPDATE SET reserved = excluded.reserved`
