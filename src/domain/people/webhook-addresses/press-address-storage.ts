import type { Sql, SqlReader } from '../../../store/realm-sql'

/** Returns where presses on the messages of a bot are sent, or undefined. */
export const findPressAddress = (sql: SqlReader, bot_id: number): string | undefined =>
  sql.maybe<{ url: string }>`SELECT url FROM press_addresses WHERE bot_id = ${bot_id}`?.url

export const writePressAddress = (sql: Sql, bot_id: number, url: string): void =>
  sql.run`INSERT INTO press_addresses (bot_id, url) VALUES (${bot_id}, ${url})
          ON CONFLICT (bot_id) DO UPDATE SET url = excluded.url`

export const deletePressAddress = (sql: Sql, bot_id: number): void =>
  sql.run`DELETE FROM press_addresses WHERE bot_id = ${bot_id}`
