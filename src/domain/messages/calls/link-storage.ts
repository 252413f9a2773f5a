import type { Sql, SqlReader } from '../../../store/realm-sql'

export function insertCallLink(sql: Sql, digits: string, message_id: number): void {
  sql.run`INSERT OR IGNORE INTO call_links (digits, message_id) VALUES (${digits}, ${message_id})`
}

export function deleteCallLinks(sql: Sql, message_ids: readonly number[]): void {
  sql.run`DELETE FROM call_links WHERE message_id IN (SELECT value FROM json_each(${JSON.stringify(message_ids)}))`
}

/** Returns the ids of the first messages with a link. */
export const messagesWithCallLink = (sql: SqlReader, digits: string, most: number): number[] =>
  sql.all<{ message_id: number }>`
      SELECT message_id FROM call_links WHERE digits = ${digits} ORDER BY message_id LIMIT ${most}`.map(
    ({ message_id }) => message_id,
  )
