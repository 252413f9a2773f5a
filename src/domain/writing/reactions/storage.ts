import { groupedWithin } from '../../../store/grouped'
import type { Within } from '../../../store/held-bytes'
import type { Sql } from '../../../store/realm-sql'
import type { EmojiKey, Reaction } from './rules'

/** One row for each reaction, found by its key, so giving one reads no other person's. */
type ReactionRow = Reaction & {
  given: number // ascending in the order in which they were given: an id from the event log's counter
}

export const insertReaction = (sql: Sql, { message_id, user_id, given, ...emoji }: ReactionRow): void =>
  sql.run`
    INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, given)
    VALUES (${message_id}, ${emoji.reaction_type}, ${emoji.emoji_code}, ${user_id}, ${emoji.emoji_name}, ${given})`

export const findReaction = (
  sql: Sql,
  message_id: number,
  user_id: number,
  { reaction_type, emoji_code }: EmojiKey,
): Reaction | undefined =>
  sql.maybe<Reaction>`
    SELECT message_id, user_id, emoji_name, emoji_code, reaction_type FROM reactions
    WHERE message_id = ${message_id} AND reaction_type = ${reaction_type} AND emoji_code = ${emoji_code}
      AND user_id = ${user_id}`

export const deleteReaction = (sql: Sql, { message_id, user_id, reaction_type, emoji_code }: Reaction): void =>
  sql.run`
    DELETE FROM reactions
    WHERE message_id = ${message_id} AND reaction_type = ${reaction_type} AND emoji_code = ${emoji_code}
      AND user_id = ${user_id}`

/** What an emoji is called on this message, if anyone has given it: all give it by one name, so any row will do. */
export const findEmojiName = (
  sql: Sql,
  message_id: number,
  { reaction_type, emoji_code }: EmojiKey,
): string | undefined =>
  sql.maybe<{ emoji_name: string }>`
    SELECT emoji_name FROM reactions
    WHERE message_id = ${message_id} AND reaction_type = ${reaction_type} AND emoji_code = ${emoji_code} LIMIT 1`
    ?.emoji_name

export const deleteReactionsOn = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM reactions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`

export const hasReactions = (sql: Sql, message_id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM reactions WHERE message_id = ${message_id} LIMIT 1` !== undefined

/**
 * Reactions to the first of these messages, as many as hold `most` bytes. Oldest first: clients draw reactions in the order
 * in which they were given.
 */
export function reactionsOn(
  sql: Sql,
  message_ids: readonly number[],
  most: number,
): Within<Map<number, ReactionRow[]>> {
  // CROSS has SQLite go through the messages in the order of the list.
  const { rows, isCut } = sql.cutAt<ReactionRow>(most)`
    SELECT r.message_id, r.user_id, r.emoji_name, r.emoji_code, r.reaction_type, r.given
    FROM json_each(${message_ids}) AS wanted CROSS JOIN reactions AS r ON r.message_id = wanted.value`
  const { found, within } = groupedWithin(message_ids, rows, isCut)
  for (const each of found.values()) each.sort((a, b) => a.given - b.given)
  return { found, within }
}

/** Everyone who has reacted to any of these. */
export const usersWhoReactedTo = (sql: Sql, message_ids: readonly number[]): number[] =>
  sql.all<{ user_id: number }>`
    SELECT DISTINCT user_id FROM reactions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`.map(
    ({ user_id }) => user_id,
  )
