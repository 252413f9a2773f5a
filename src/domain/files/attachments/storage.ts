import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Attachment } from './attachment'

export type NewAttachment = Omit<Attachment, 'id' | 'unclaimed_since'>

export function insertAttachment(realm: Realm, file: NewAttachment): Attachment {
  const { path_id, key, owner_id, name, size, content_type, etag, created_at } = file
  const { id } = realm.sql.one<{ id: number }>`
    INSERT INTO attachments (path_id, key, owner_id, name, size, content_type, etag, created_at, unclaimed_since)
    VALUES (${path_id}, ${key}, ${owner_id}, ${name}, ${size}, ${content_type}, ${etag}, ${created_at}, ${created_at})
    RETURNING id`
  realm.cache.invalidate(spaceUsedCache)
  return { id, ...file, unclaimed_since: created_at }
}

export const maybeAttachment = (realm: Realm, id: number): Attachment | undefined =>
  realm.sql.maybe<Attachment>`
    SELECT id, path_id, key, owner_id, name, size, content_type, etag, created_at, unclaimed_since
    FROM attachments WHERE id = ${id}`

export const attachmentsAt = (realm: Realm, paths: readonly string[]): Attachment[] =>
  realm.sql.all<Attachment>`
    SELECT id, path_id, key, owner_id, name, size, content_type, etag, created_at, unclaimed_since
    FROM attachments WHERE path_id IN (SELECT value FROM json_each(${paths})) ORDER BY id`

export const attachmentsOf = (realm: Realm, owner_id: number): Attachment[] =>
  realm.sql.all<Attachment>`
    SELECT id, path_id, key, owner_id, name, size, content_type, etag, created_at, unclaimed_since
    FROM attachments WHERE owner_id = ${owner_id} ORDER BY id`

/** All there are, some at a time. */
export const attachmentsAfter = (realm: Realm, id: number, most: number): Attachment[] =>
  realm.sql.all<Attachment>`
    SELECT id, path_id, key, owner_id, name, size, content_type, etag, created_at, unclaimed_since
    FROM attachments WHERE id > ${id} ORDER BY id LIMIT ${most}`

/** Those that any of these messages holds. */
export const attachmentsIn = (realm: Realm, message_ids: readonly number[]): Attachment[] =>
  realm.sql.all<Attachment>`
    SELECT id, path_id, key, owner_id, name, size, content_type, etag, created_at, unclaimed_since
    FROM attachments WHERE id IN (
      SELECT attachment_id FROM attachment_messages WHERE message_id IN (SELECT value FROM json_each(${message_ids})))
    ORDER BY id`

/** The messages that hold it, newest first, below this id. */
export const messagesHolding = (realm: Realm, id: number, below: number, most: number): number[] =>
  realm.sql.all<{ message_id: number }>`
    SELECT message_id FROM attachment_messages WHERE attachment_id = ${id} AND message_id < ${below}
    ORDER BY message_id DESC LIMIT ${most}`.map(({ message_id }) => message_id)

/** False where the message holds it already. */
export function claim(realm: Realm, { id, unclaimed_since }: Attachment, message_id: number): boolean {
  const held = realm.sql.maybe`
    SELECT 1 AS found FROM attachment_messages WHERE attachment_id = ${id} AND message_id = ${message_id}`
  if (held) return false
  realm.sql.run`INSERT INTO attachment_messages (attachment_id, message_id) VALUES (${id}, ${message_id})`
  if (unclaimed_since !== null) realm.sql.run`UPDATE attachments SET unclaimed_since = NULL WHERE id = ${id}`
  return true
}

/** These messages let go of it. True where no other holds it. */
export function letGo(realm: Realm, file: Attachment, message_ids: readonly number[]): boolean {
  const { id } = file
  realm.sql.run`DELETE FROM attachment_messages
                WHERE attachment_id = ${id} AND message_id IN (SELECT value FROM json_each(${message_ids}))`
  if (realm.sql.maybe`SELECT 1 AS found FROM attachment_messages WHERE attachment_id = ${id} LIMIT 1`) return false
  writeUnclaimed(realm, file, realm.now())
  return true
}

export const writeUnclaimed = (realm: Realm, { id }: Attachment, since: number): void =>
  realm.sql.run`UPDATE attachments SET unclaimed_since = ${since} WHERE id = ${id}`

export function deleteAttachment(realm: Realm, { id }: Attachment): void {
  realm.sql.run`DELETE FROM attachment_messages WHERE attachment_id = ${id}`
  realm.sql.run`DELETE FROM attachments WHERE id = ${id}`
  realm.cache.invalidate(spaceUsedCache)
}

export const unclaimedSince = (realm: Realm, second: number, most: number): Attachment[] =>
  realm.sql.all<Attachment>`
    SELECT id, path_id, key, owner_id, name, size, content_type, etag, created_at, unclaimed_since
    FROM attachments WHERE unclaimed_since <= ${second} ORDER BY unclaimed_since LIMIT ${most}`

export const firstUnclaimed = (realm: Realm): number | undefined =>
  realm.sql.maybe<{ unclaimed_since: number }>`
    SELECT unclaimed_since FROM attachments WHERE unclaimed_since IS NOT NULL ORDER BY unclaimed_since LIMIT 1`
    ?.unclaimed_since

/** How much all files of the realm take together. */
export const spaceUsed = (realm: Realm): number =>
  realm.cache.get(
    spaceUsedCache,
    () => realm.sql.one<{ used: number }>`SELECT coalesce(sum(size), 0) AS used FROM attachments`.used,
  )

const spaceUsedCache = cacheKey<number>() // bytes
