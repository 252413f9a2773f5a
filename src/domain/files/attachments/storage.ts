import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { Attachment } from './attachment'

const ATTACHMENT = sqlText`id, path_id, key, owner_id, name, size, content_type, etag, created_at, unreferenced_since,
                           picture_type, width, height, is_animated, thumbnail, thumbnail_due, thumbnail_size, thumbnail_etag,
                           animation_size, animation_etag`

export type NewAttachment = Omit<
  Attachment,
  | 'id'
  | 'unreferenced_since'
  | 'is_animated'
  | 'thumbnail_size'
  | 'thumbnail_etag'
  | 'animation_size'
  | 'animation_etag'
>

export function insertAttachment(realm: Realm, file: NewAttachment): Attachment {
  const { path_id, key, owner_id, name, size, content_type, etag, created_at, picture_type, width, height } = file
  const { thumbnail, thumbnail_due } = file
  const { id } = realm.sql.one<{ id: number }>`
    INSERT INTO attachments (path_id, key, owner_id, name, size, content_type, etag, created_at, unreferenced_since,
                             picture_type, width, height, thumbnail, thumbnail_due)
    VALUES (${path_id}, ${key}, ${owner_id}, ${name}, ${size}, ${content_type}, ${etag}, ${created_at}, ${created_at},
            ${picture_type}, ${width}, ${height}, ${thumbnail}, ${thumbnail_due})
    RETURNING id`
  noteSpaceUsed(realm, size)
  const made = { thumbnail_size: null, thumbnail_etag: null, animation_size: null, animation_etag: null }
  return { id, ...file, unreferenced_since: created_at, is_animated: 0, ...made }
}

export const findAttachment = (sql: SqlReader, id: number): Attachment | undefined =>
  sql.maybe<Attachment>`SELECT ${ATTACHMENT} FROM attachments WHERE id = ${id}`

export const attachmentsWithPaths = (sql: SqlReader, paths: readonly string[]): Attachment[] =>
  sql.all<Attachment>`
    SELECT ${ATTACHMENT}
    FROM attachments WHERE path_id IN (SELECT value FROM json_each(${paths})) ORDER BY id`

/** Returns those of some keys of R2 that belong to files of the realm. */
export const attachmentKeysAmong = (sql: SqlReader, keys: readonly string[]): string[] =>
  keys.length === 0
    ? []
    : sql.all<{ key: string }>`SELECT key FROM attachments WHERE key IN (SELECT value FROM json_each(${keys}))`.map(
        ({ key }) => key,
      )

/** Returns the files of an owner below an id, the newest first, as many as `most_bytes` hold. */
export const attachmentsOfOwner = (sql: SqlReader, owner_id: number, before: number, most_bytes: number) =>
  sql.cutAt<Attachment>(most_bytes)`
    SELECT ${ATTACHMENT}
    FROM attachments WHERE owner_id = ${owner_id} AND id < ${before} ORDER BY id DESC`

/** Returns the next files of the realm after an id, at most `most` of them. */
export const attachmentsAfter = (sql: SqlReader, id: number, most: number): Attachment[] =>
  sql.all<Attachment>`
    SELECT ${ATTACHMENT}
    FROM attachments WHERE id > ${id} ORDER BY id LIMIT ${most}`

/** Returns the files that any of these messages contains. */
export const attachmentsInMessages = (sql: SqlReader, message_ids: readonly number[]): Attachment[] =>
  sql.all<Attachment>`
    SELECT ${ATTACHMENT}
    FROM attachments WHERE id IN (
      SELECT attachment_id FROM attachment_messages WHERE message_id IN (SELECT value FROM json_each(${message_ids})))
    ORDER BY id`

/** Returns the files of these messages, each with its message. */
export const filesInMessages = (
  sql: SqlReader,
  message_ids: readonly number[],
): (Attachment & { message_id: number })[] =>
  sql.all<Attachment & { message_id: number }>`
    SELECT message_id, ${ATTACHMENT}
    FROM attachment_messages JOIN attachments ON id = attachment_id
    WHERE message_id IN (SELECT value FROM json_each(${message_ids})) ORDER BY id`

/** Returns the newest messages with a file, of those with ids below `before`. */
export const messageIdsWithFile = (sql: SqlReader, id: number, before: number, most: number): number[] =>
  sql.all<{ message_id: number }>`
    SELECT message_id FROM attachment_messages WHERE attachment_id = ${id} AND message_id < ${before}
    ORDER BY message_id DESC LIMIT ${most}`.map(({ message_id }) => message_id)

/** Stores that a message contains a file. Returns false if this is stored already. */
export function insertReference(sql: Sql, { id, unreferenced_since }: Attachment, message_id: number): boolean {
  const exists = sql.maybe`
    SELECT 1 AS found FROM attachment_messages WHERE attachment_id = ${id} AND message_id = ${message_id}`
  if (exists) return false
  sql.run`INSERT INTO attachment_messages (attachment_id, message_id) VALUES (${id}, ${message_id})`
  if (unreferenced_since !== null) sql.run`UPDATE attachments SET unreferenced_since = NULL WHERE id = ${id}`
  return true
}

/** Stores that these messages do not contain a file. Returns whether no other message contains it. */
export function deleteReferences(sql: Sql, file: Attachment, message_ids: readonly number[], now: number): boolean {
  const { id } = file
  sql.run`DELETE FROM attachment_messages
          WHERE attachment_id = ${id} AND message_id IN (SELECT value FROM json_each(${message_ids}))`
  if (sql.maybe`SELECT 1 AS found FROM attachment_messages WHERE attachment_id = ${id} LIMIT 1`) return false
  updateUnreferencedSince(sql, file, now)
  return true
}

export const updateUnreferencedSince = (sql: Sql, { id }: Attachment, since: number): void =>
  sql.run`UPDATE attachments SET unreferenced_since = ${since} WHERE id = ${id}`

export function deleteAttachment(realm: Realm, { id, size }: Attachment): void {
  realm.sql.run`DELETE FROM attachment_messages WHERE attachment_id = ${id}`
  realm.sql.run`DELETE FROM attachments WHERE id = ${id}`
  noteSpaceUsed(realm, -size)
}

/** Returns files that no message has contained since `second`, or for longer. The longest come first. */
export const filesUnreferencedSince = (sql: SqlReader, second: number, most: number): Attachment[] =>
  sql.all<Attachment>`
    SELECT ${ATTACHMENT}
    FROM attachments WHERE unreferenced_since <= ${second} ORDER BY unreferenced_since LIMIT ${most}`

/** Returns the time since which a file has been in no message, of the file for which it is the longest. */
export const firstUnreferencedSince = (sql: SqlReader): number | undefined =>
  sql.maybe<{ unreferenced_since: number }>`
    SELECT unreferenced_since FROM attachments WHERE unreferenced_since IS NOT NULL
    ORDER BY unreferenced_since LIMIT 1`?.unreferenced_since

const spaceUsedCache = cacheKey<number>()

/** Returns the bytes that all files of the realm use. */
export const spaceUsed = (realm: ReadOnlyRealm): number =>
  realm.cache.get(
    spaceUsedCache,
    () => realm.sql.one<{ used: number }>`SELECT coalesce(sum(size), 0) AS used FROM attachments`.used,
  )

/** The sum is read once after the realm woke: to read it for each upload would read all files each time. */
function noteSpaceUsed({ cache }: Realm, change: number): void {
  const used = cache.find(spaceUsedCache)
  if (used !== undefined) cache.set(spaceUsedCache, used + change)
}

type ThumbnailColumns = Pick<
  Attachment,
  | 'thumbnail'
  | 'thumbnail_due'
  | 'thumbnail_size'
  | 'thumbnail_etag'
  | 'animation_size'
  | 'animation_etag'
  | 'is_animated'
>

export const updateThumbnail = (sql: Sql, { id }: Attachment, columns: ThumbnailColumns): void =>
  sql.run`UPDATE attachments
          SET thumbnail = ${columns.thumbnail}, thumbnail_due = ${columns.thumbnail_due},
              thumbnail_size = ${columns.thumbnail_size}, thumbnail_etag = ${columns.thumbnail_etag},
              animation_size = ${columns.animation_size}, animation_etag = ${columns.animation_etag},
              is_animated = ${columns.is_animated}
          WHERE id = ${id}`

/** Returns files with a thumbnail that is due, the earliest first. */
export const thumbnailsDue = (sql: SqlReader, now: number, most: number): Attachment[] =>
  sql.all<Attachment>`
    SELECT ${ATTACHMENT}
    FROM attachments WHERE thumbnail_due <= ${now} ORDER BY thumbnail_due LIMIT ${most}`

export const nextThumbnailDue = (sql: SqlReader): number | undefined =>
  sql.maybe<{ thumbnail_due: number }>`
    SELECT thumbnail_due FROM attachments WHERE thumbnail_due IS NOT NULL ORDER BY thumbnail_due LIMIT 1`?.thumbnail_due
