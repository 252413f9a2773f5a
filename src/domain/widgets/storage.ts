import type { Sql } from '../../store/realm-sql'
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

/** Oldest first: each changes what those before it have made. */
export const submessagesOn = (sql: Sql, message_ids: readonly number[]): Submessage[] =>
  sql.all<Submessage>`
    SELECT message_id, id, sender_id, msg_type, content FROM submessages
    WHERE message_id IN (SELECT value FROM json_each(${message_ids})) ORDER BY message_id, id`

/** The kind of widget that a message is, if it is one. */
export function maybeWidgetType(sql: Sql, message_id: number): string | undefined {
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

export const countSubmessages = (sql: Sql, message_id: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM submessages WHERE message_id = ${message_id}`.n

export const deleteSubmessagesOn = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM submessages WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
