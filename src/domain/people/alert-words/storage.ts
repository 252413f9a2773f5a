import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { AlertWords } from './alert-words'
import { alertWordKey } from './rules'

/** In the order they were first wanted, spelled as they were then. */
export const alertWordsOf = ({ sql }: Realm, user_id: number): string[] =>
  sql.all<{ word: string }>`SELECT word FROM alert_words WHERE user_id = ${user_id} ORDER BY id`.map(({ word }) => word)

type AlertWordRow = { user_id: number; word: string }

export const everyAlertWord = ({ sql }: Realm): AlertWordRow[] =>
  sql.all<AlertWordRow>`SELECT user_id, word FROM alert_words ORDER BY id`

export function insertAlertWords({ sql, cache }: Realm, user_id: number, words: readonly string[]): void {
  for (const word of words)
    sql.run`INSERT INTO alert_words (user_id, word, word_key) VALUES (${user_id}, ${word}, ${alertWordKey(word)})
            ON CONFLICT (user_id, word_key) DO NOTHING`
  cache.invalidate(alertWordsCache)
}

export function removeAlertWords({ sql, cache }: Realm, user_id: number, words: readonly string[]): void {
  sql.run`DELETE FROM alert_words
          WHERE user_id = ${user_id} AND word_key IN (SELECT value FROM json_each(${words.map(alertWordKey)}))`
  cache.invalidate(alertWordsCache)
}

/** Every alert word of the realm, in the form that texts are searched with. */
export const alertWordsCache = cacheKey<AlertWords>()
