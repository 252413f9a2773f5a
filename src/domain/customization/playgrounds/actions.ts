import type { ReadOnlyRealm, Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import { playgroundsChanged } from './events'
import { invalidPlayground, refusalOfPlayground, type PlaygroundFields } from './rules'
import { allPlaygrounds, deletePlayground, insertPlayground, updatePlayground } from './storage'

/** Adds a playground, and returns its id. */
export function addPlayground(realm: Realm, fields: PlaygroundFields): number {
  const refusal = refusalOfPlayground(fields, allPlaygrounds(realm.sql))
  if (refusal) throw refusal
  const id = insertPlayground(realm.sql, fields)
  publishPlaygrounds(realm)
  return id
}

/** Replaces the fields of a playground. */
export function changePlayground(realm: Realm, id: number, fields: PlaygroundFields): void {
  requirePlayground(realm, id)
  const others = allPlaygrounds(realm.sql).filter((playground) => playground.id !== id)
  const refusal = refusalOfPlayground(fields, others)
  if (refusal) throw refusal
  updatePlayground(realm.sql, { id, ...fields })
  publishPlaygrounds(realm)
}

export function removePlayground(realm: Realm, id: number): void {
  requirePlayground(realm, id)
  deletePlayground(realm.sql, id)
  publishPlaygrounds(realm)
}

function requirePlayground(realm: ReadOnlyRealm, id: number): void {
  if (!allPlaygrounds(realm.sql).some((playground) => playground.id === id)) throw invalidPlayground({})
}

const publishPlaygrounds = (realm: Realm) =>
  realm.publish(playgroundsChanged({ realm_playgrounds: allPlaygrounds(realm.sql) }), everyone({}))
