import type { Run } from '../../../store/id-set'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'

/**
 * The push notifications of one message. A message that notifies no user has no row. The row stays for some time after all
 * notifications were sent: when a user reads the message, it is removed from the user's devices.
 */
export type Push = {
  message_id: number
  waiting: number[] // users whose devices do not have the notification yet
  notified: number[] // users whose devices may show it
  due_at: number | null // null: no user waits
  attempts: number
}

type PushRow = Omit<Push, 'waiting' | 'notified'> & { waiting: string; notified: string }

const PUSH = sqlText`message_id, waiting, notified, due_at, attempts`

const pushFrom = ({ waiting, notified, ...row }: PushRow): Push => ({
  ...row,
  waiting: JSON.parse(waiting),
  notified: JSON.parse(notified),
})

export function writePush(sql: Sql, { message_id, waiting, notified, due_at, attempts }: Push): void {
  sql.run`
    INSERT INTO pushes (${PUSH})
    VALUES (${message_id}, ${JSON.stringify(waiting)}, ${JSON.stringify(notified)}, ${due_at}, ${attempts})
    ON CONFLICT (message_id) DO UPDATE SET
      waiting = excluded.waiting, notified = excluded.notified, due_at = excluded.due_at, attempts = excluded.attempts`
}

export const duePushes = (sql: SqlReader, now: number, most: number): Push[] =>
  sql.all<PushRow>`
    SELECT ${PUSH} FROM pushes
    WHERE due_at IS NOT NULL AND due_at <= ${now} ORDER BY due_at, message_id LIMIT ${most}`.map(pushFrom)

/** Returns the time at which the next push is due, or undefined. */
export const nextDuePush = (sql: SqlReader): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM pushes WHERE due_at IS NOT NULL`.at ?? undefined

export const pushesOf = (sql: SqlReader, message_ids: readonly number[]): Push[] =>
  sql.all<PushRow>`
    SELECT ${PUSH} FROM pushes WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`.map(pushFrom)

/** Returns the newest messages of a range that have push notifications, at most `most`. */
export const newestPushedBetween = (sql: SqlReader, { from, to }: Run, most: number): number[] =>
  sql.all<Pick<Push, 'message_id'>>`
    SELECT message_id FROM pushes WHERE message_id BETWEEN ${from} AND ${to} ORDER BY message_id DESC LIMIT ${most}`.map(
    ({ message_id }) => message_id,
  )

export const deletePushes = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM pushes WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`

export const deletePushesUpTo = (sql: Sql, message_id: number): void =>
  sql.run`DELETE FROM pushes WHERE message_id <= ${message_id}`

/** Notifications that must disappear from a user's devices. */
export type PushRemoval = { user_id: number; message_ids: number[]; due_at: number; attempts: number }
type PushRemovalRow = Omit<PushRemoval, 'message_ids'> & { message_ids: string }

const PUSH_REMOVAL = sqlText`user_id, message_ids, due_at, attempts`

const removalFrom = (row: PushRemovalRow): PushRemoval => ({ ...row, message_ids: JSON.parse(row.message_ids) })

export function writePushRemoval(sql: Sql, { user_id, message_ids, due_at, attempts }: PushRemoval): void {
  sql.run`
    INSERT INTO push_removals (${PUSH_REMOVAL})
    VALUES (${user_id}, ${JSON.stringify(message_ids)}, ${due_at}, ${attempts})
    ON CONFLICT (user_id) DO UPDATE SET
      message_ids = excluded.message_ids, due_at = excluded.due_at, attempts = excluded.attempts`
}

export const findPushRemoval = (sql: SqlReader, user_id: number): PushRemoval | undefined => {
  const row = sql.maybe<PushRemovalRow>`SELECT ${PUSH_REMOVAL} FROM push_removals WHERE user_id = ${user_id}`
  return row && removalFrom(row)
}

export const duePushRemovals = (sql: SqlReader, now: number, most: number): PushRemoval[] =>
  sql.all<PushRemovalRow>`
    SELECT ${PUSH_REMOVAL} FROM push_removals WHERE due_at <= ${now} ORDER BY due_at LIMIT ${most}`.map(removalFrom)

/** Returns the time at which the next removal is due, or undefined. */
export const nextDuePushRemoval = (sql: SqlReader): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM push_removals`.at ?? undefined

export const deletePushRemoval = (sql: Sql, user_id: number): void =>
  sql.run`DELETE FROM push_removals WHERE user_id = ${user_id}`
