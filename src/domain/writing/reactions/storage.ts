import { groupByMessage } from '../../../store/rows-by-message'
import type { Batch } from '../../../store/memory-size'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { EmojiKey, Reaction } from './rules'

type ReactionRow = Reaction & { position: number }

export const insertReaction = (sql: Sql, { message_id, user_id, position, ...emoji }: ReactionRow): void =>
  sql.run`
    INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, position)
    VALUES (${message_id}, ${emoji.reaction_type}, ${emoji.emoji_code}, ${user_id}, ${emoji.emoji_name}, ${position})`

export const findReaction = (
  sql: SqlReader,
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

/** Returns the name of an emoji on this message, if a user reacted with it. All its rows have the same name. */
export const findEmojiName = (
  sql: SqlReader,
  message_id: number,
  { reaction_type, emoji_code }: EmojiKey,
): string | undefined =>
  sql.maybe<{ emoji_name: string }>`
    SELECT emoji_name FROM reactions
    WHERE message_id = ${message_id} AND reaction_type = ${reaction_type} AND emoji_code = ${emoji_code} LIMIT 1`
    ?.emoji_name

export const deleteReactionsOn = (sql: Sql, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM reactions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`

export const hasReactions = (sql: SqlReader, message_id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM reactions WHERE message_id = ${message_id} LIMIT 1` !== undefined

/**
 * Returns the reactions to the first of these messages, up to `limit` bytes. The oldest come first: clients show reactions
 * in the order in which users reacted.
 */
export function reactionsOn(
  sql: SqlReader,
  message_ids: readonly number[],
  limit: number,
): Batch<Map<number, ReactionRow[]>> {
  // CROSS JOIN makes SQLite read the messages in the order of the list.
  const { rows, isCut } = sql.cutAt<ReactionRow>(limit)`
    SELECT r.message_id, r.user_id, r.emoji_name, r.emoji_code, r.reaction_type, r.position
    FROM json_each(${message_ids}) AS requested CROSS JOIN reactions AS r ON r.message_id = requested.value`
  const { found, within } = groupByMessage(message_ids, rows, isCut)
  for (const reactions of found.values()) reactions.sort((a, b) => a.position - b.position)
  return { found, within }
}

/** Returns the users who reacted to one of these messages. */
export const usersWhoReactedTo = (sql: SqlReader, message_ids: readonly number[]): number[] =>
  sql.all<{ user_id: number }>`
    SELECT DISTINCT user_id FROM reactions WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`.map(
    ({ user_id }) => user_id,
  )
