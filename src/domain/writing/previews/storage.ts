import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { LinkPreview } from './rules'

export type LinkingMessage = { message_id: number; links: string; attempts: number }

/** Stores the links of a message. Those of its earlier content are replaced. */
export const putLinkingMessage = (sql: Sql, message_id: number, links: readonly string[], due_at: number): void =>
  sql.run`INSERT INTO linking_messages (message_id, links, due_at) VALUES (${message_id}, ${JSON.stringify(links)}, ${due_at})
          ON CONFLICT (message_id) DO UPDATE SET links = excluded.links, due_at = excluded.due_at, attempts = 0`

export const deleteLinkingMessages = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM linking_messages WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`

/** Counts an attempt before it begins. If it never ends, the next one is at `due_at`. */
export const startAttempts = (sql: Sql, message_ids: readonly number[], due_at: number): void =>
  sql.run`UPDATE linking_messages SET attempts = attempts + 1, due_at = ${due_at}
          WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`

/** Returns messages whose links are due and that are not `busy`, the earliest first. */
export const linkingMessagesDue = (
  sql: SqlReader,
  now: number,
  most: number,
  busy: ReadonlySet<number>,
): LinkingMessage[] =>
  sql.all<LinkingMessage>`
    SELECT message_id, links, attempts FROM linking_messages
    WHERE due_at <= ${now} AND message_id NOT IN (SELECT value FROM json_each(${[...busy]}))
    ORDER BY due_at LIMIT ${most}`

export const findLinkingMessage = (sql: SqlReader, message_id: number): LinkingMessage | undefined =>
  sql.maybe<LinkingMessage>`SELECT message_id, links, attempts FROM linking_messages WHERE message_id = ${message_id}`

/** Returns when the links of a message that is not busy are due next. */
export const nextLinkingMessage = (sql: SqlReader, busy: ReadonlySet<number>): number | undefined =>
  sql.maybe<{ due_at: number }>`
    SELECT due_at FROM linking_messages WHERE message_id NOT IN (SELECT value FROM json_each(${[...busy]}))
    ORDER BY due_at LIMIT 1`?.due_at

/** Returns the kept preview of a page, null if there is none, or undefined if nothing is known. */
export function findKeptPreview(sql: SqlReader, url_hash: string, now: number): LinkPreview | null | undefined {
  const row = sql.maybe<{ preview: string | null }>`
    SELECT preview FROM link_previews
    WHERE slot = ${slotOf(url_hash)} AND url_hash = ${url_hash} AND kept_until > ${now}`
  return row && (row.preview === null ? null : JSON.parse(row.preview))
}

const SLOTS = 2048

/** Stores what is known about a page. It replaces another page in the same slot, and reads no other rows. */
export function keepPreview(sql: Sql, url_hash: string, preview: LinkPreview | undefined, kept_until: number): void {
  const json = preview === undefined ? null : JSON.stringify(preview)
  sql.run`INSERT INTO link_previews (slot, url_hash, preview, kept_until)
          VALUES (${slotOf(url_hash)}, ${url_hash}, ${json}, ${kept_until})
          ON CONFLICT (slot) DO UPDATE
          SET url_hash = excluded.url_hash, preview = excluded.preview, kept_until = excluded.kept_until`
}

const slotOf = (url_hash: string): number => Number.parseInt(url_hash.slice(0, 8), 16) % SLOTS
