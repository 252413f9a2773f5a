import type { Realm } from '../../../realm'
import { people } from '../users/events'
import type { User } from '../users/user'
import { alertWordsTold } from './events'
import { alertWordsMeant, refusalOfAlertWords, refusalOfSoMany } from './rules'
import { alertWordsOf, insertAlertWords, removeAlertWords } from './storage'

/** Words somebody wants to be alerted to, beside their own name. Every change is answered by all there are then. */
export function addAlertWords(realm: Realm, actor: User, said: readonly string[]): string[] {
  const refusal = refusalOfAlertWords(said)
  if (refusal) throw refusal
  insertAlertWords(realm, actor.user_id, alertWordsMeant(said))
  const tooMany = refusalOfSoMany(alertWordsOf(realm, actor.user_id))
  if (tooMany) throw tooMany
  return tell(realm, actor)
}

export function forgetAlertWords(realm: Realm, actor: User, said: readonly string[]): string[] {
  removeAlertWords(realm, actor.user_id, alertWordsMeant(said))
  return tell(realm, actor)
}

// Changed or not: a client that thinks otherwise is put right.
function tell(realm: Realm, { user_id }: User): string[] {
  const alert_words = alertWordsOf(realm, user_id)
  realm.publish(alertWordsTold({ alert_words }), people({ user_ids: [user_id] }))
  return alert_words
}
