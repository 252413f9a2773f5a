import type { Sql } from '../../store/realm-sql'
import { alertWordKey } from './rules'

/** In the order they were first wanted, spelled as they were then. */
export const alertWordsOf = (sql: Sql, user_id: number): string[] =>
  sql.all<{ word: string }>`SELECT word FROM alert_words WHERE user_id = ${user_id} ORDER BY id`.map(({ word }) => word)

export function insertAlertWords(sql: Sql, user_id: number, words: readonly string[]): void {
  for (const word of words)
    sql.run`INSERT INTO alert_words (user_id, word, word_key) VALUES (${user_id}, ${word}, ${alertWordKey(word)})
            ON CONFLICT (user_id, word_key) DO NOTHING`
}

export const removeAlertWords = (sql: Sql, user_id: number, words: readonly string[]): void =>
  sql.run`DELETE FROM alert_words
          WHERE user_id = ${user_id} AND word_key IN (SELECT value FROM json_each(${words.map(alertWordKey)}))`
