import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { Reminder } from './reminder'

export type ReminderRow = {
  reminder_id: number
  user_id: number
  message_id: number
  note: string
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
}

/** Returns the reminders of a user. The next one comes first. */
export const remindersOf = (sql: SqlReader, user_id: number): Reminder[] =>
  sql.all<ReminderRow>`
    SELECT reminder_id, user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp
    FROM reminders WHERE user_id = ${user_id} ORDER BY scheduled_delivery_timestamp, reminder_id`.map(reminderOf)

export const countRemindersOf = (sql: SqlReader, user_id: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM reminders WHERE user_id = ${user_id}`.n

export const isReminderOf = (sql: SqlReader, user_id: number, reminder_id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM reminders WHERE reminder_id = ${reminder_id} AND user_id = ${user_id}` !== undefined

/** Returns reminders that are due, at limit `most`. The earliest come first. */
export const remindersDue = (sql: SqlReader, now: number, limit: number): ReminderRow[] =>
  sql.all<ReminderRow>`
    SELECT reminder_id, user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp
    FROM reminders WHERE scheduled_delivery_timestamp <= ${now}
    ORDER BY scheduled_delivery_timestamp, reminder_id LIMIT ${limit}`

export const nextReminderTime = (sql: SqlReader): number | undefined =>
  sql.maybe<{ time: number }>`
    SELECT scheduled_delivery_timestamp AS time FROM reminders ORDER BY scheduled_delivery_timestamp LIMIT 1`?.time

export function insertReminder(sql: SqlReader, row: Omit<ReminderRow, 'reminder_id'>): Reminder {
  const { reminder_id } = sql.one<{ reminder_id: number }>`
    INSERT INTO reminders (user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp)
    VALUES (${row.user_id}, ${row.message_id}, ${row.note}, ${row.content}, ${row.rendered_content},
            ${row.scheduled_delivery_timestamp}) RETURNING reminder_id`
  return reminderOf({ ...row, reminder_id })
}

export const deleteReminderRow = (sql: Sql, reminder_id: number): void =>
  sql.run`DELETE FROM reminders WHERE reminder_id = ${reminder_id}`

const reminderOf = ({ user_id, message_id, note: _, ...row }: ReminderRow): Reminder => ({
  ...row,
  type: 'private',
  to: [user_id],
  failed: false,
  reminder_target_message_id: message_id,
})
