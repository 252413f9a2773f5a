import type { EarlierChannel, Move } from './move'
import type { SqlReader, Sql } from '../../../store/realm-sql'

/** Returns these moves, the oldest first. */
export const movesWithIds = (sql: SqlReader, ids: readonly number[]): Move[] =>
  ids.length === 0
    ? []
    : sql.all<Move>`
        SELECT id, user_id, moved_at, stream_id, topic, new_stream_id, new_topic, bot_message_id FROM moves
        WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`

export const insertMove = (sql: Sql, move: Omit<Move, 'bot_message_id'>): void =>
  sql.run`
    INSERT INTO moves (id, user_id, moved_at, stream_id, topic, new_stream_id, new_topic)
    VALUES (${move.id}, ${move.user_id}, ${move.moved_at}, ${move.stream_id}, ${move.topic}, ${move.new_stream_id}, ${move.new_topic})`

export const writeBotMessageId = (sql: Sql, move_id: number, bot_message_id: number): void =>
  sql.run`UPDATE moves SET bot_message_id = ${bot_message_id} WHERE id = ${move_id}`

/** Returns the channels that messages left by these moves, the oldest first. */
export const earlierChannelsOf = (sql: SqlReader, moves: readonly number[]): EarlierChannel[] =>
  movesWithIds(sql, moves).flatMap(({ id, stream_id, new_stream_id }) =>
    stream_id === new_stream_id ? [] : [{ stream_id, until_event: id }],
  )
