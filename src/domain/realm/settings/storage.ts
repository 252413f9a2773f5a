import { mapTable, withChanges } from '../../../api/table'
import type { Realm } from '../../../realm'
import type { Sql } from '../../../store/realm-sql'
import { cacheKey } from '../../../store/realm-cache'
import { defaultHolders, realmPermissions, type GroupSetting, type RealmPermission } from './permissions'
import { realmSettings, type RealmSettings } from './settings'

export type RealmRow = {
  string_id: string // the name that hosts and D1 rows know the realm by
  host: string // where it was created: dummy and bot addresses end in it, so it never changes
  created_at: number
  is_deactivated: boolean
}

export const insertRealm = (sql: Sql, row: RealmRow) =>
  sql.run`INSERT INTO realm (singleton, string_id, host, created_at, is_deactivated)
          VALUES (1, ${row.string_id}, ${row.host}, ${row.created_at}, ${row.is_deactivated})`

const realmRowCache = cacheKey<RealmRow>()

export const realmRow = (realm: Realm): RealmRow =>
  realm.cache.get(realmRowCache, () => {
    const row = realm.sql.one<
      Omit<RealmRow, 'is_deactivated'> & { is_deactivated: number }
    >`SELECT string_id, host, created_at, is_deactivated FROM realm`
    return { ...row, is_deactivated: row.is_deactivated === 1 }
  })

/** For an object that an alarm woke: it may not know the name it was addressed by. */
export const nameOfRealm = (sql: Sql): string =>
  sql.maybe<{ string_id: string }>`SELECT string_id FROM realm`?.string_id ?? ''

export function writeDeactivated(realm: Realm, is_deactivated: boolean): void {
  realm.sql.run`UPDATE realm SET is_deactivated = ${is_deactivated}`
  realm.cache.invalidate(realmRowCache)
}

/** The realm's settings. Keys that are computed from settings name it. */
export const realmSettingsCache = cacheKey<RealmSettings>()
// Settings and permissions are rows of one table.
const realmPermissionsCache = cacheKey<Record<RealmPermission, GroupSetting>>({ invalidatedBy: [realmSettingsCache] })

/** Every setting, at its initial value where nobody changed it. */
export const settingsOf = (realm: Realm): RealmSettings =>
  realm.cache.get(realmSettingsCache, () =>
    withChanges<RealmSettings>(
      mapTable(realmSettings, ({ initial }) => initial),
      changed(realm.sql),
    ),
  )

/** Who holds each of the realm's permissions. */
export const permissionsOf = (realm: Realm): Record<RealmPermission, GroupSetting> =>
  realm.cache.get(realmPermissionsCache, () =>
    withChanges<Record<RealmPermission, GroupSetting>>(
      mapTable(realmPermissions, (rules) => defaultHolders(rules, null)),
      changed(realm.sql),
    ),
  )

// Only what differs from the initial value has a row, so a better default reaches every realm that never chose.
const changed = (sql: Sql): Record<string, unknown> =>
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
}
