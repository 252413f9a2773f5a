import type { Sql, SqlReader } from '../../../store/realm-sql'
import type { Reason } from './rules'

/** A message that notifies users by email, before the due work adds it to their emails. */
export type MissedMessage = {
  message_id: number
  waiting: [user_id: number, reason: Reason][] | null // null: the due work decides
}

type MissedMessageRow = { message_id: number; waiting: string | null }

const missedMessageFrom = ({ message_id, waiting }: MissedMessageRow): MissedMessage => ({
  message_id,
  waiting: waiting === null ? null : JSON.parse(waiting),
})

export const writeMissedMessage = (sql: Sql, { message_id, waiting }: MissedMessage): void =>
  sql.run`
    INSERT INTO missed_messages (message_id, waiting) VALUES (${message_id}, ${waiting && JSON.stringify(waiting)})
    ON CONFLICT (message_id) DO UPDATE SET waiting = excluded.waiting`

export function missedMessageOf(sql: SqlReader, message_id: number): MissedMessage | undefined {
  const row = sql.maybe<MissedMessageRow>`
    SELECT message_id, waiting FROM missed_messages WHERE message_id = ${message_id}`
  return row && missedMessageFrom(row)
}

export const firstMissedMessages = (sql: SqlReader, most: number): MissedMessage[] =>
  sql.all<MissedMessageRow>`
    SELECT message_id, waiting FROM missed_messages ORDER BY message_id LIMIT ${most}`.map(missedMessageFrom)

export const deleteMissedMessage = (sql: Sql, message_id: number): void =>
  sql.run`DELETE FROM missed_messages WHERE message_id = ${message_id}`

/** The messages of a user's next email. */
export type MissedMessages = {
  user_id: number
  messages: (readonly [message_id: number, reason: Reason])[]
  due_at: number
}

type MissedMessagesRow = Omit<MissedMessages, 'messages'> & { messages: string }

const missedMessagesFrom = (row: MissedMessagesRow): MissedMessages => ({ ...row, messages: JSON.parse(row.messages) })

export function findMissedMessages(sql: SqlReader, user_id: number): MissedMessages | undefined {
  const row = sql.maybe<MissedMessagesRow>`
    SELECT user_id, messages, due_at FROM missed_messages_of_users WHERE user_id = ${user_id}`
  return row && missedMessagesFrom(row)
}

export const insertMissedMessages = (sql: Sql, { user_id, messages, due_at }: MissedMessages): void =>
  sql.run`
    INSERT INTO missed_messages_of_users (user_id, messages, due_at)
    VALUES (${user_id}, ${JSON.stringify(messages)}, ${due_at})`

/** Writes the messages, and not the time: an unchanged time would cost a row of its index. */
export const writeMissedIds = (sql: Sql, { user_id, messages }: Omit<MissedMessages, 'due_at'>): void =>
  sql.run`UPDATE missed_messages_of_users SET messages = ${JSON.stringify(messages)} WHERE user_id = ${user_id}`

export const postponeMissedMessages = (sql: Sql, user_id: number, due_at: number): void =>
  sql.run`UPDATE missed_messages_of_users SET due_at = ${due_at} WHERE user_id = ${user_id}`

export const dueMissedMessages = (sql: SqlReader, now: number, most: number): MissedMessages[] =>
  sql.all<MissedMessagesRow>`
    SELECT user_id, messages, due_at FROM missed_messages_of_users
    WHERE due_at <= ${now} ORDER BY due_at LIMIT ${most}`.map(missedMessagesFrom)

/** Returns the time at which the next email is due, or undefined. */
export const nextDueMissedMessages = (sql: SqlReader): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM missed_messages_of_users`.at ?? undefined

export const deleteMissedMessages = (sql: Sql, user_id: number): void =>
  sql.run`DELETE FROM missed_messages_of_users WHERE user_id = ${user_id}`
