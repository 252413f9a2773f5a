import type { Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import { playgroundsChanged } from './events'
import { invalidPlayground, refusalOfPlayground, type PlaygroundFields } from './rules'
import { allPlaygrounds, deletePlayground, insertPlayground } from './storage'

/** Adds a playground, and returns its id. */
export function addPlayground(realm: Realm, fields: PlaygroundFields): number {
  const refusal = refusalOfPlayground(fields, allPlaygrounds(realm.sql))
  if (refusal) throw refusal
  const id = insertPlayground(realm.sql, fields)
  publishPlaygrounds(realm)
  return id
}

export function removePlayground(realm: Realm, id: number): void {
  if (!allPlaygrounds(realm.sql).some((playground) => playground.id === id)) throw invalidPlayground({})
  deletePlayground(realm.sql, id)
  publishPlaygrounds(realm)
}

const publishPlaygrounds = (realm: Realm) =>
  realm.publish(playgroundsChanged({ realm_playgrounds: allPlaygrounds(realm.sql) }), everyone({}))
