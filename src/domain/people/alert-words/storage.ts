import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import { findAlertedUsers, indexAlertWords, type AlertWordIndex } from './matching'
import { alertWordKey } from './rules'
import { foldForComparison } from '../../../tokenizer/word-boundaries'

type AlertWordRow = { user_id: number; word: string }

/** Returns the alert words of a user in the order in which they were added, as the user first wrote them. */
export const alertWordsOf = (sql: SqlReader, user_id: number): string[] =>
  sql.all<{ word: string }>`SELECT word FROM alert_words WHERE user_id = ${user_id} ORDER BY id`.map(({ word }) => word)

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

/** Returns the users whose alert words are in a text, whether or not they can read it. `text` is called only if words exist. */
export function usersAlertedBy(realm: ReadOnlyRealm, text: () => string): Set<number> {
  const index = realm.cache.get(alertWordsCache, () => indexAlertWords(allAlertWords(realm.sql)))
  return index.userIdsByWord.size === 0 ? new Set() : findAlertedUsers(foldForComparison(text()), index)
}

const allAlertWords = (sql: SqlReader): AlertWordRow[] =>
  sql.all<AlertWordRow>`SELECT user_id, word FROM alert_words ORDER BY id`

const alertWordsCache = cacheKey<AlertWordIndex>()
