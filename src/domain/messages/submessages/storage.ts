import { groupByMessage } from '../../../store/rows-by-message'
import type { Batch } from '../../../store/memory-size'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { Widget } from './widget'

/** The first submessage of a message is its widget. The others are what users did with it. */
export type Submessage = {
  message_id: number
  id: number // an event id, so it ascends in the order of adding
  sender_id: number
  msg_type: string
  content: string // JSON, as the client sent it
}

const WIDGET = 'widget'

export function insertSubmessage(sql: Sql, { message_id, id, sender_id, msg_type, content }: Submessage): void {
  sql.run`INSERT INTO submessages (message_id, id, sender_id, msg_type, content)
          VALUES (${message_id}, ${id}, ${sender_id}, ${msg_type}, ${content})`
}

/** Stores the widget of a new message. */
export function insertWidget(
  sql: Sql,
  message: Pick<Submessage, 'message_id' | 'id' | 'sender_id'>,
  widget: Widget,
): Submessage {
  const submessage = { ...message, msg_type: WIDGET, content: JSON.stringify(widget) }
  insertSubmessage(sql, submessage)
  return submessage
}

/**
 * Returns the submessages of the first of these messages, as many as hold `most` bytes. The oldest comes first, because each
 * changes the result of those before it.
 */
export function submessagesOn(
  sql: SqlReader,
  message_ids: readonly number[],
  most: number,
): Batch<Map<number, Submessage[]>> {
  // CROSS makes SQLite read the messages in the order of the list, each by its key.
  const { rows, isCut } = sql.cutAt<Submessage>(most)`
    SELECT s.message_id, s.id, s.sender_id, s.msg_type, s.content
    FROM json_each(${message_ids}) AS requested CROSS JOIN submessages AS s ON s.message_id = requested.value`
  const { found, within } = groupByMessage(message_ids, rows, isCut)
  for (const submessages of found.values()) submessages.sort((a, b) => a.id - b.id)
  return { found, within }
}

/** Returns the first submessage of a message, which is its widget. */
export const findWidgetText = (sql: SqlReader, message_id: number): string | undefined =>
  sql.maybe<{ content: string }>`
    SELECT content FROM submessages WHERE message_id = ${message_id} ORDER BY id LIMIT 1`?.content

/** Returns the newest submessage of a kind of which a message has one. */
export const findControlsText = (sql: SqlReader, message_id: number, msg_type: string): string | undefined =>
  sql.maybe<{ content: string }>`
    SELECT content FROM submessages WHERE message_id = ${message_id} AND msg_type = ${msg_type}
    ORDER BY id DESC LIMIT 1`?.content

export const deleteControls = (sql: Sql, message_id: number, msg_type: string): void =>
  sql.run`DELETE FROM submessages WHERE message_id = ${message_id} AND msg_type = ${msg_type}`

/** Returns whether the user has a submessage on the message. */
export const hasAdded = (sql: SqlReader, message_id: number, sender_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM submessages WHERE message_id = ${message_id} AND sender_id = ${sender_id} LIMIT 1` !==
  undefined

/** Returns the number of submessages of a message, and the number of their characters. */
export const sizeOfSubmessages = (sql: SqlReader, message_id: number): { count: number; characters: number } =>
  sql.one`SELECT count(*) AS count, coalesce(sum(length(content)), 0) AS characters FROM submessages
          WHERE message_id = ${message_id}`

export const deleteSubmessagesOn = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM submessages WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
