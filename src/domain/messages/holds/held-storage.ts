import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { MessageEdit, OldVersion } from '../history/storage'
import type { HeldFile, HeldMessage, HeldText, HeldVersion } from './hold'

type HeldRow = Omit<HeldMessage, 'people' | 'earlier_channels'> & { people: string | null; earlier_channels: string }

const MESSAGE = sqlText`id, sender_id, sent_at, index_flags, stream_id, topic, people, earlier_channels, deleted_at`

const messageOf = (row: HeldRow): HeldMessage => ({
  ...row,
  people: row.people === null ? null : JSON.parse(row.people),
  earlier_channels: JSON.parse(row.earlier_channels),
})

/** Stores messages that are deleted, without their texts. */
export const insertHeldMessages = (sql: Sql, messages: readonly HeldMessage[]): void =>
  sql.run`
    INSERT INTO held_messages (id, sender_id, sent_at, index_flags, stream_id, topic, people, earlier_channels, deleted_at)
    SELECT value ->> 'id', value ->> 'sender_id', value ->> 'sent_at', value ->> 'index_flags', value ->> 'stream_id',
           value ->> 'topic', value ->> 'people', value ->> 'earlier_channels', value ->> 'deleted_at'
    FROM json_each(${JSON.stringify(messages)})`

/** Returns held messages with ids below a bound and above another one, the newest first, as many as `most`. */
export const heldMessagesBetween = (
  sql: SqlReader,
  { above, below, most }: { above: number; below: number; most: number },
): HeldMessage[] =>
  sql.all<HeldRow>`
    SELECT ${MESSAGE} FROM held_messages WHERE id > ${above} AND id < ${below} ORDER BY id DESC LIMIT ${most}`.map(
    messageOf,
  )

/** Returns those of these messages that are held although they were deleted. */
export const heldMessagesWithIds = (sql: SqlReader, ids: readonly number[]): HeldMessage[] =>
  ids.length === 0
    ? []
    : sql.all<HeldRow>`
        SELECT ${MESSAGE} FROM held_messages WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`.map(
        messageOf,
      )

/** Returns the texts of those of these messages, the newest first, as many as hold `most` bytes. */
export const heldTextsOf = (sql: SqlReader, ids: readonly number[], most: number) =>
  sql.cutAt<HeldText>(most)`
    SELECT id, content, rendered_content FROM held_messages
    WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id DESC`

/** Returns the ids of held messages whose texts are not here yet. */
export const idsOfWaitingMessages = (sql: SqlReader, most: number): number[] =>
  sql.all<{ id: number }>`
    SELECT id FROM held_messages WHERE content IS NULL ORDER BY id LIMIT ${most}`.map(({ id }) => id)

export const writeHeldText = (sql: Sql, id: number, { content, rendered_content }: OldVersion): void =>
  sql.run`UPDATE held_messages SET content = ${content}, rendered_content = ${rendered_content}
          WHERE id = ${id} AND content IS NULL`

/** Stores the edits of messages that are deleted, without the texts before them. */
export const insertHeldEdits = (sql: Sql, edits: readonly MessageEdit[]): void =>
  sql.run`
    INSERT OR IGNORE INTO held_versions (id, message_id, user_id, edited_at)
    SELECT value ->> 'id', value ->> 'message_id', value ->> 'user_id', value ->> 'edited_at'
    FROM json_each(${JSON.stringify(edits)})`

/** Stores a text that is replaced. An earlier text under this id stays. */
export const insertHeldVersion = (sql: Sql, version: HeldVersion): void =>
  sql.run`
    INSERT OR IGNORE INTO held_versions (id, message_id, user_id, edited_at, content, rendered_content)
    VALUES (${version.id}, ${version.message_id}, ${version.user_id}, ${version.edited_at}, ${version.content},
            ${version.rendered_content})`

export const idsOfWaitingVersions = (sql: SqlReader, most: number): number[] =>
  sql.all<{ id: number }>`
    SELECT id FROM held_versions WHERE content IS NULL ORDER BY id LIMIT ${most}`.map(({ id }) => id)

export const writeHeldVersionText = (sql: Sql, id: number, { content, rendered_content }: OldVersion): void =>
  sql.run`UPDATE held_versions SET content = ${content}, rendered_content = ${rendered_content}
          WHERE id = ${id} AND content IS NULL`

/** Returns the earlier texts of these messages, the oldest first, as many as hold `most` bytes. */
export const heldVersionsOf = (sql: SqlReader, message_ids: readonly number[], most: number) =>
  sql.cutAt<HeldVersion>(most)`
    SELECT id, message_id, user_id, edited_at, content, rendered_content FROM held_versions
    WHERE message_id IN (SELECT value FROM json_each(${message_ids})) ORDER BY message_id DESC, id`

export const insertHeldFiles = (sql: Sql, files: readonly HeldFile[]): void =>
  sql.run`
    INSERT OR IGNORE INTO held_files (message_id, key, name, size, content_type, owner_id)
    SELECT value ->> 'message_id', value ->> 'key', value ->> 'name', value ->> 'size', value ->> 'content_type',
           value ->> 'owner_id'
    FROM json_each(${JSON.stringify(files)})`

export const isFileKept = (sql: SqlReader, key: string): boolean =>
  sql.maybe`SELECT 1 AS found FROM held_files WHERE key = ${key} LIMIT 1` !== undefined

export const heldFilesOf = (sql: SqlReader, message_ids: readonly number[]): HeldFile[] =>
  sql.all<HeldFile>`
    SELECT message_id, key, name, size, content_type, owner_id FROM held_files
    WHERE message_id IN (SELECT value FROM json_each(${message_ids})) ORDER BY message_id, key`

/** Returns the next messages of which something is kept, ascending. */
export const messagesWithHeldParts = (sql: SqlReader, after: number, most: number): number[] =>
  sql.all<{ id: number }>`
    SELECT id FROM (
      SELECT id FROM (SELECT id FROM held_messages WHERE id > ${after} ORDER BY id LIMIT ${most})
      UNION SELECT id FROM (
        SELECT DISTINCT message_id AS id FROM held_versions WHERE message_id > ${after} ORDER BY message_id LIMIT ${most})
      UNION SELECT id FROM (
        SELECT DISTINCT message_id AS id FROM held_files WHERE message_id > ${after} ORDER BY message_id LIMIT ${most}))
    ORDER BY id LIMIT ${most}`.map(({ id }) => id)

/** What was deleted: the texts that are not here, and the files that no held message has any more. */
export type Released = { messages: number[]; versions: number[]; keys: string[] }

/** Deletes all that is kept of these messages. */
export function deleteHeldParts(sql: Sql, ids: readonly number[]): Released {
  const messages = sql.all<{ id: number; content: string | null }>`
    DELETE FROM held_messages WHERE id IN (SELECT value FROM json_each(${ids})) RETURNING id, content`
  const versions = sql.all<{ id: number; content: string | null }>`
    DELETE FROM held_versions WHERE message_id IN (SELECT value FROM json_each(${ids})) RETURNING id, content`
  const files = sql.all<{ key: string }>`
    DELETE FROM held_files WHERE message_id IN (SELECT value FROM json_each(${ids})) RETURNING key`
  const keys = [...new Set(files.map(({ key }) => key))].filter((key) => !isFileKept(sql, key))
  const withoutText = (rows: readonly { id: number; content: string | null }[]) =>
    rows.flatMap(({ id, content }) => (content === null ? [id] : []))
  return { messages: withoutText(messages), versions: withoutText(versions), keys }
}
