import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'

/** The push notifications of a message to browsers, which sessions name. */
export type BrowserPush = {
  message_id: number
  waiting: number[]
  failed: number[]
  due_at: number
  attempts: number
}

type Row = Omit<BrowserPush, 'waiting' | 'failed'> & { waiting: string; failed: string }

const COLUMNS = sqlText`message_id, waiting, failed, due_at, attempts`

const pushFrom = ({ waiting, failed, ...row }: Row): BrowserPush => ({
  ...row,
  waiting: JSON.parse(waiting),
  failed: JSON.parse(failed),
})

export function writeBrowserPush(sql: Sql, { message_id, waiting, failed, due_at, attempts }: BrowserPush): void {
  sql.run`
    INSERT INTO browser_pushes (${COLUMNS})
    VALUES (${message_id}, ${JSON.stringify(waiting)}, ${JSON.stringify(failed)}, ${due_at}, ${attempts})
    ON CONFLICT (message_id) DO UPDATE SET
      waiting = excluded.waiting, failed = excluded.failed, due_at = excluded.due_at, attempts = excluded.attempts`
}

export const findBrowserPush = (sql: SqlReader, message_id: number): BrowserPush | undefined => {
  const row = sql.maybe<Row>`SELECT ${COLUMNS} FROM browser_pushes WHERE message_id = ${message_id}`
  return row && pushFrom(row)
}

export const dueBrowserPushes = (sql: SqlReader, now: number, most: number): BrowserPush[] =>
  sql.all<Row>`
    SELECT ${COLUMNS} FROM browser_pushes WHERE due_at <= ${now} ORDER BY due_at, message_id LIMIT ${most}`.map(
    pushFrom,
  )

/** Returns the time at which the next push is due, or undefined. */
export const nextDueBrowserPush = (sql: SqlReader): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM browser_pushes`.at ?? undefined

export const deleteBrowserPush = (sql: Sql, message_id: number): void =>
  sql.run`DELETE FROM browser_pushes WHERE message_id = ${message_id}`
