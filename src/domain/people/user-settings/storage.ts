import { mapTable, withChanges } from '../../../api/table'
import type { Realm } from '../../../realm'
import type { Sql } from '../../../store/realm-sql'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import type { User } from '../users/user'
import {
  defaultableSettings,
  KEPT_BY_THE_ACCOUNT,
  userSettings,
  type DefaultableSettings,
  type UserSettingName,
  type UserSettings,
  type UserSettingValue,
} from './settings'

/**
 * Only what differs from the initial value has a row, a person's as well as the realm's. A newcomer starts with a copy of
 * the realm's rows, so what the realm changes later is not changed for those who are there.
 */
type SettingRow = {
  name: string
  value: string // JSON
}

const initially = mapTable(userSettings, ({ initial }) => initial)

export const userSettingsOf = (realm: Realm, { user_id, timezone, email_address_visibility }: User): UserSettings => ({
  ...withChanges<UserSettings>(initially, chosenBy(realm, user_id)),
  timezone,
  email_address_visibility,
})

/** What somebody chose, where it is not what everybody starts with. Whoever writes a message is asked for their habits. */
export const chosenBy = (realm: Realm, user_id: number): Readonly<Record<string, unknown>> =>
  realm.cache.get(chosenSettingsCache(user_id), () =>
    valuesIn(realm.sql.all<SettingRow>`SELECT name, value FROM user_settings WHERE user_id = ${user_id}`),
  )

const chosenSettingsCache = cacheKeyById<number, Readonly<Record<string, unknown>>>()

/** What newcomers start with. */
export const realmDefaultsOf = (sql: Sql): DefaultableSettings =>
  withChanges<DefaultableSettings>(
    mapTable(defaultableSettings, ({ initial }) => initial),
    valuesIn(sql.all<SettingRow>`SELECT name, value FROM realm_user_settings_defaults`),
  )

const valuesIn = (rows: readonly SettingRow[]): Record<string, unknown> =>
  Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))

export function writeUserSetting(
  { sql, cache }: Realm,
  user_id: number,
  name: UserSettingName,
  value: UserSettingValue,
): void {
  cache.invalidate(chosenSettingsCache(user_id))
  if (name === 'allow_private_data_export') cache.invalidate(consentingUsersCache)
  if (value === initially[name]) sql.run`DELETE FROM user_settings WHERE user_id = ${user_id} AND name = ${name}`
  else
    sql.run`INSERT INTO user_settings (user_id, name, value) VALUES (${user_id}, ${name}, ${JSON.stringify(value)})
            ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value`
}

export function writeRealmDefault(sql: Sql, name: UserSettingName, value: UserSettingValue): void {
  if (value === initially[name]) sql.run`DELETE FROM realm_user_settings_defaults WHERE name = ${name}`
  else
    sql.run`INSERT INTO realm_user_settings_defaults (name, value) VALUES (${name}, ${JSON.stringify(value)})
            ON CONFLICT (name) DO UPDATE SET value = excluded.value`
}

export function copyRealmDefaults({ sql, cache }: Realm, user_id: number): void {
  cache.invalidate(chosenSettingsCache(user_id))
  sql.run`INSERT INTO user_settings (user_id, name, value)
          SELECT ${user_id}, name, value FROM realm_user_settings_defaults
          WHERE name NOT IN (SELECT value FROM json_each(${KEPT_BY_THE_ACCOUNT}))`
}

/** Asked alone: whoever sends a message is asked nothing else. */
export const translatesEmoticons = (sql: Sql, user_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM user_settings
    WHERE user_id = ${user_id} AND name = 'translate_emoticons' AND value = 'true'` !== undefined

/** Which of these people have turned this off. */
export const turnedOffBy = (sql: Sql, name: UserSettingName, people: readonly number[]): Set<number> =>
  new Set(
    sql.all<{ user_id: number }>`
      SELECT user_id FROM user_settings
      WHERE name = ${name} AND value = 'false' AND user_id IN (SELECT value FROM json_each(${people}))`.map(
      ({ user_id }) => user_id,
    ),
  )

/** Which of these people have chosen this value, where it is not the initial one. */
export const whoChose = (
  sql: Sql,
  { name, value }: { name: UserSettingName; value: UserSettingValue },
  people: readonly number[],
): Set<number> =>
  new Set(
    sql.all<{ user_id: number }>`
      SELECT user_id FROM user_settings
      WHERE name = ${name} AND value = ${JSON.stringify(value)}
        AND user_id IN (SELECT value FROM json_each(${people}))`.map(({ user_id }) => user_id),
  )

/** Everyone who wants what is said in channels on their phone. */
export const peopleWantingChannelPushes = (sql: Sql): number[] =>
  sql.all<{
    user_id: number
  }>`SELECT user_id FROM user_settings WHERE name = 'enable_stream_push_notifications'`.map(({ user_id }) => user_id)

/** Everyone who lets what is private to them be exported, kept in mind: an export asks it for every few messages. */
export const peopleConsenting = ({ sql, cache }: Realm): readonly number[] =>
  cache.get(consentingUsersCache, () =>
    sql.all<{
      user_id: number
    }>`SELECT user_id FROM user_settings WHERE name = 'allow_private_data_export' ORDER BY user_id`.map(
      ({ user_id }) => user_id,
    ),
  )

const consentingUsersCache = cacheKey<readonly number[]>()

/** Everyone who does not want to be seen as present. */
export const peopleAway = (sql: Sql): number[] =>
  sql.all<{
    user_id: number
  }>`SELECT user_id FROM user_settings WHERE name = 'presence_enabled' ORDER BY user_id`.map(({ user_id }) => user_id)
