import { mapTable, withChanges } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { cacheKey } from '../../../store/realm-cache'
import { defaultGroupSetting, realmPermissions, type GroupSetting, type RealmPermission } from './permissions'
import { realmSettings, type RealmSettings } from './settings'

export type RealmRow = {
  string_id: string // the name of the realm in hosts and in D1
  host: string // where it was created: dummy and bot addresses end in it, so it never changes
  created_at: number
  is_deactivated: boolean
}

export const insertRealm = (sql: Sql, row: RealmRow) =>
  sql.run`INSERT INTO realm (singleton, string_id, host, created_at, is_deactivated)
          VALUES (1, ${row.string_id}, ${row.host}, ${row.created_at}, ${row.is_deactivated})`

const realmRowCache = cacheKey<RealmRow>()

export const realmRow = (realm: ReadOnlyRealm): RealmRow =>
  realm.cache.get(realmRowCache, () => {
    const row = realm.sql.one<
      Omit<RealmRow, 'is_deactivated'> & { is_deactivated: number }
    >`SELECT string_id, host, created_at, is_deactivated FROM realm`
    return { ...row, is_deactivated: row.is_deactivated === 1 }
  })

/** Returns the name of the realm, or an empty string before it is created. An object that an alarm wakes needs it. */
export const nameOfRealm = (sql: SqlReader): string =>
  sql.maybe<{ string_id: string }>`SELECT string_id FROM realm`?.string_id ?? ''

export function writeDeactivated(realm: Realm, is_deactivated: boolean): void {
  realm.sql.run`UPDATE realm SET is_deactivated = ${is_deactivated}`
  realm.listeners.recheckCredentials(null)
  realm.cache.invalidate(realmRowCache)
}

/** The settings of the realm. Cache keys of values that depend on settings are declared with it. */
export const realmSettingsCache = cacheKey<RealmSettings>()
// Settings and permissions are rows of one table.
const realmPermissionsCache = cacheKey<Record<RealmPermission, GroupSetting>>({ invalidatedBy: [realmSettingsCache] })

/** Returns the value of every setting. */
export const settingsOf = (realm: ReadOnlyRealm): RealmSettings =>
  realm.cache.get(realmSettingsCache, () =>
    withChanges<RealmSettings>(
      mapTable(realmSettings, ({ initial }) => initial),
      changedValues(realm.sql),
    ),
  )

/** Returns the value of every permission. */
export const permissionsOf = (realm: ReadOnlyRealm): Record<RealmPermission, GroupSetting> =>
  realm.cache.get(realmPermissionsCache, () =>
    withChanges<Record<RealmPermission, GroupSetting>>(
      mapTable(realmPermissions, (rules) => defaultGroupSetting(rules, null)),
      changedValues(realm.sql),
    ),
  )

// Only values that differ from the initial value have rows. So a better initial value reaches every realm that never chose.
const changedValues = (sql: SqlReader): Record<string, unknown> =>
  Object.fromEntries(
    sql.all<{ name: string; value: string }>`SELECT name, value FROM realm_settings`.map(({ name, value }) => [
      name,
      JSON.parse(value),
    ]),
  )

export function writeSetting(realm: Realm, name: string, value: unknown): void {
  realm.sql.run`INSERT INTO realm_settings (name, value) VALUES (${name}, ${JSON.stringify(value)})
                ON CONFLICT (name) DO UPDATE SET value = excluded.value`
  realm.cache.invalidate(realmSettingsCache)
  if (IN_AUDIENCES.includes(name)) realm.listeners.noteChangedUsers('all')
  if (IN_CREDENTIALS.some((prefix) => name.startsWith(prefix))) realm.listeners.recheckCredentials(null)
}

/** The settings that decide who receives an event: which users guests see, and who is a full member. */
const IN_AUDIENCES = ['can_access_all_users_group', 'waiting_period_threshold']

/**
 * The settings that decide whose credentials are refused until the user adds a factor, how long a session is valid, and whose presence a
 * user sees.
 */
const IN_CREDENTIALS = ['parley_factor_', 'parley_session_', 'presence_disabled', 'can_access_all_users_group']
