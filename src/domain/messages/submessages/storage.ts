import { groupByMessage } from '../../../store/rows-by-message'
import type { Batch } from '../../../store/memory-size'
import type { Sql } from '../../../store/realm-sql'
import type { Widget } from './widget'

/** A part of a message that was added to it: first of all what widget it is, then what people did with it. */
export type Submessage = {
  message_id: number
  id: number // ascending in the order in which they were added: from the event log's counter
  sender_id: number
  msg_type: string
  content: string // JSON, as it was said
}

const WIDGET = 'widget'

export function insertSubmessage(sql: Sql, { message_id, id, sender_id, msg_type, content }: Submessage): void {
  sql.run`INSERT INTO submessages (message_id, id, sender_id, msg_type, content)
          VALUES (${message_id}, ${id}, ${sender_id}, ${msg_type}, ${content})`
}

/** A message begins with its widget. */
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
 * Submessages of the first of these messages, as many as hold `most` bytes. Oldest first: each changes what those before it
 * have made.
 */
export function submessagesOn(
  sql: Sql,
  message_ids: readonly number[],
  most: number,
): Batch<Map<number, Submessage[]>> {
  // CROSS has SQLite go through the messages in the order of the list, and through each by its key.
  const { rows, isCut } = sql.cutAt<Submessage>(most)`
    SELECT s.message_id, s.id, s.sender_id, s.msg_type, s.content
    FROM json_each(${message_ids}) AS wanted CROSS JOIN submessages AS s ON s.message_id = wanted.value`
  const { found, within } = groupByMessage(message_ids, rows, isCut)
  for (const each of found.values()) each.sort((a, b) => a.id - b.id)
  return { found, within }
}

/** The kind of widget that a message is, if it is one. */
export function findWidgetType(sql: Sql, message_id: number): string | undefined {
  const row = sql.maybe<{ content: string }>`
    SELECT content FROM submessages WHERE message_id = ${message_id} AND msg_type = ${WIDGET} ORDER BY id LIMIT 1`
  // Not asked of SQLite: it gives up on JSON that is nested deeply, which an author may have said.
  const said: unknown = row && JSON.parse(row.content)
  const widget_type = typeof said === 'object' && said !== null && 'widget_type' in said ? said.widget_type : undefined
  return typeof widget_type === 'string' ? widget_type : undefined
}

export const hasAdded = (sql: Sql, message_id: number, sender_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM submessages WHERE message_id = ${message_id} AND sender_id = ${sender_id} LIMIT 1` !==
  undefined

/** How many there are on a message, and how many characters they have together. */
export const sizeOfSubmessages = (sql: Sql, message_id: number): { count: number; characters: number } =>
  sql.one`SELECT count(*) AS count, coalesce(sum(length(content)), 0) AS characters FROM submessages
          WHERE message_id = ${message_id}`

export const deleteSubmessagesOn = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM submessages WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
