import type { Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import { playgroundsChanged } from './events'
import { invalidPlayground, refusalOfPlayground, type PlaygroundWords } from './rules'
import { insertPlayground, playgroundsOf, removePlayground } from './storage'

/** Code of a language can be tried out somewhere: clients find the language beside each block of code. */
export function addPlayground(realm: Realm, words: PlaygroundWords): number {
  const refusal = refusalOfPlayground(words, playgroundsOf(realm.sql))
  if (refusal) throw refusal
  const id = insertPlayground(realm.sql, words)
  tell(realm)
  return id
}

export function forgetPlayground(realm: Realm, id: number): void {
  if (!playgroundsOf(realm.sql).some((each) => each.id === id)) throw invalidPlayground({})
  removePlayground(realm.sql, id)
  tell(realm)
}

const tell = (realm: Realm) =>
  realm.publish(playgroundsChanged({ realm_playgrounds: playgroundsOf(realm.sql) }), everyone({}))
