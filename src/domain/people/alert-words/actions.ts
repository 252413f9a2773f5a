import type { Realm } from '../../../realm'
import { onlyUsers } from '../users/events'
import type { User } from '../users/user'
import { alertWordsChanged } from './events'
import { normalizeAlertWords, refusalOfAlertWordCount, refusalOfAlertWords } from './rules'
import { alertWordsOf, insertAlertWords, removeAlertWords } from './storage'

/** Adds alert words, and returns all that the user has then. Throws if a word is too long, or `tooManyAlertWords`. */
export function addAlertWords(realm: Realm, actor: User, words: readonly string[]): string[] {
  const refusal = refusalOfAlertWords(words)
  if (refusal) throw refusal
  insertAlertWords(realm, actor.user_id, normalizeAlertWords(words))
  const countRefusal = refusalOfAlertWordCount(alertWordsOf(realm.sql, actor.user_id))
  if (countRefusal) throw countRefusal
  return publishAlertWords(realm, actor)
}

/** Deletes alert words, and returns those that the user still has. */
export function deleteAlertWords(realm: Realm, actor: User, words: readonly string[]): string[] {
  removeAlertWords(realm, actor.user_id, normalizeAlertWords(words))
  return publishAlertWords(realm, actor)
}

// Publishes even without a change: a client that has another list needs the right one.
function publishAlertWords(realm: Realm, { user_id }: User): string[] {
  const alert_words = alertWordsOf(realm.sql, user_id)
  realm.publish(alertWordsChanged({ alert_words }), onlyUsers({ user_ids: [user_id] }))
  return alert_words
}
