import type { Realm } from '../../../realm'
import { alertWordKey } from './rules'

/** In the order they were first wanted, spelled as they were then. */
export const alertWordsOf = ({ sql }: Realm, user_id: number): string[] =>
  sql.all<{ word: string }>`SELECT word FROM alert_words WHERE user_id = ${user_id} ORDER BY id`.map(({ word }) => word)

type AlertWordRow = { user_id: number; word: string }

export const everyAlertWord = ({ sql }: Realm): AlertWordRow[] =>
  sql.all<AlertWordRow>`SELECT user_id, word FROM alert_words ORDER BY id`

export function insertAlertWords({ sql, memo }: Realm, user_id: number, words: readonly string[]): void {
  for (const word of words)
    sql.run`INSERT INTO alert_words (user_id, word, word_key) VALUES (${user_id}, ${word}, ${alertWordKey(word)})
            ON CONFLICT (user_id, word_key) DO NOTHING`
  memo.forget(EVERY_ALERT_WORD)
}

export function removeAlertWords({ sql, memo }: Realm, user_id: number, words: readonly string[]): void {
  sql.run`DELETE FROM alert_words
          WHERE user_id = ${user_id} AND word_key IN (SELECT value FROM json_each(${words.map(alertWordKey)}))`
  memo.forget(EVERY_ALERT_WORD)
}

/** What is worked out from all of them is remembered under this name. */
export const EVERY_ALERT_WORD = 'every alert word'
