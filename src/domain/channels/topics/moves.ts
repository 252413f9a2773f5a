import type { Realm } from '../../../realm'

/** Once somebody moved messages from one topic to another. */
export type Move = {
  id: number // that of the event as of which they went
  user_id: number
  moved_at: number
  stream_id: number
  topic: string
  new_stream_id: number
  new_topic: string
  notice_id: number | null // the message in which the server told of it, where that may be taken back
}

/** The first move comes first. */
export const movesWithIds = (realm: Realm, ids: readonly number[]): Move[] =>
  ids.length === 0
    ? []
    : realm.sql.all<Move>`
        SELECT id, user_id, moved_at, stream_id, topic, new_stream_id, new_topic, notice_id FROM moves
        WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id`

export const insertMove = (realm: Realm, move: Omit<Move, 'notice_id'>): void =>
  realm.sql.run`
    INSERT INTO moves (id, user_id, moved_at, stream_id, topic, new_stream_id, new_topic)
    VALUES (${move.id}, ${move.user_id}, ${move.moved_at}, ${move.stream_id}, ${move.topic}, ${move.new_stream_id}, ${move.new_topic})`

export const writeNotice = (realm: Realm, move_id: number, notice_id: number): void =>
  realm.sql.run`UPDATE moves SET notice_id = ${notice_id} WHERE id = ${move_id}`

/** A channel that messages were in, until they left it for another. */
export type Passage = { stream_id: number; until_event: number }

/** The channels that messages came through by these moves, the first first. */
export const passagesOf = (realm: Realm, moves: readonly number[]): Passage[] =>
  movesWithIds(realm, moves).flatMap(({ id, stream_id, new_stream_id }) =>
    stream_id === new_stream_id ? [] : [{ stream_id, until_event: id }],
  )
