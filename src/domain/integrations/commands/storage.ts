import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Command } from './rules'

const commandsCache = cacheKey<readonly Command[]>()

/** Returns all commands by name. */
export const allCommands = (realm: ReadOnlyRealm): readonly Command[] =>
  realm.cache.get(
    commandsCache,
    () => realm.sql.all<Command>`SELECT id, name, description, usage_hint, bot_id, url FROM commands ORDER BY name`,
  )

/** Writes a command, and returns its id. */
export function insertCommand(realm: Realm, command: Omit<Command, 'id'>): number {
  const { name, description, usage_hint, bot_id, url } = command
  realm.cache.invalidate(commandsCache)
  return realm.sql.one<{ id: number }>`
    INSERT INTO commands (name, description, usage_hint, bot_id, url)
    VALUES (${name}, ${description}, ${usage_hint}, ${bot_id}, ${url}) RETURNING id`.id
}

export function deleteCommand(realm: Realm, id: number): void {
  realm.sql.run`DELETE FROM commands WHERE id = ${id}`
  realm.cache.invalidate(commandsCache)
}
