import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { Pin } from './pin'

const PIN = sqlText`id, stream_id, message_id, conversation_id, title, url, user_id, pinned_at`

export const insertPin = (sql: Sql, pin: Omit<Pin, 'id'>): Pin => ({
  ...pin,
  id: sql.one<{ id: number }>`
    INSERT INTO pins (stream_id, message_id, conversation_id, title, url, user_id, pinned_at)
    VALUES (${pin.stream_id}, ${pin.message_id}, ${pin.conversation_id}, ${pin.title}, ${pin.url}, ${pin.user_id},
            ${pin.pinned_at})
    RETURNING id`.id,
})

/** Returns the pins of a channel, the newest first. */
export const pinsOfChannel = (sql: SqlReader, stream_id: number, most: number): Pin[] =>
  sql.all<Pin>`SELECT ${PIN} FROM pins WHERE stream_id = ${stream_id} ORDER BY id DESC LIMIT ${most}`

export const countPinsOfChannel = (sql: SqlReader, stream_id: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM pins WHERE stream_id = ${stream_id}`.n

export const findPin = (sql: SqlReader, id: number): Pin | undefined =>
  sql.maybe<Pin>`SELECT ${PIN} FROM pins WHERE id = ${id}`

export const findPinOfMessage = (sql: SqlReader, message_id: number): Pin | undefined =>
  sql.maybe<Pin>`SELECT ${PIN} FROM pins WHERE message_id = ${message_id}`

/** Returns all pinned messages of a channel. A list has only the newest. */
export const pinnedMessagesOf = (sql: SqlReader, stream_id: number): Pin[] =>
  sql.all<Pin>`SELECT ${PIN} FROM pins WHERE stream_id = ${stream_id} AND message_id IS NOT NULL`

export const bookmarksOfTopic = (sql: SqlReader, conversation_id: number): Pin[] =>
  sql.all<Pin>`SELECT ${PIN} FROM pins WHERE conversation_id = ${conversation_id}`

export const updateLocation = (sql: Sql, { id, stream_id, conversation_id }: Pin): void =>
  sql.run`UPDATE pins SET stream_id = ${stream_id}, conversation_id = ${conversation_id} WHERE id = ${id}`

export const deletePin = (sql: Sql, id: number): void => sql.run`DELETE FROM pins WHERE id = ${id}`

export const deletePinsOfMessages = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM pins WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
