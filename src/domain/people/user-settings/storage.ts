import { mapTable, withChanges } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { cacheKeyById } from '../../../store/realm-cache'
import type { User } from '../users/user'
import {
  defaultableSettings,
  SETTINGS_IN_USERS_TABLE,
  userSettings,
  type DefaultableSettings,
  type UserSettingName,
  type UserSettings,
  type UserSettingValue,
} from './settings'

/**
 * Only values that differ from the initial value have rows. A new user gets a copy of the rows of the realm. So a later change of
 * the realm's defaults does not affect existing users.
 */
type SettingRow = {
  name: string
  value: string // JSON
}

const initialValues = mapTable(userSettings, ({ initial }) => initial)

export const userSettingsOf = (
  realm: ReadOnlyRealm,
  { user_id, timezone, email_address_visibility }: User,
): UserSettings => ({
  ...withChanges<UserSettings>(initialValues, changedSettingsOf(realm, user_id)),
  timezone,
  email_address_visibility,
})

/** Returns the settings of a user that differ from the initial values. They are cached: each message needs those of its sender. */
export const changedSettingsOf = (realm: ReadOnlyRealm, user_id: number): Readonly<Record<string, unknown>> =>
  realm.cache.get(changedSettingsCache(user_id), () =>
    valuesIn(realm.sql.all<SettingRow>`SELECT name, value FROM user_settings WHERE user_id = ${user_id}`),
  )

const changedSettingsCache = cacheKeyById<number, Readonly<Record<string, unknown>>>()

/** Returns the defaults for new users. */
export const realmDefaultsOf = (sql: SqlReader): DefaultableSettings =>
  withChanges<DefaultableSettings>(
    mapTable(defaultableSettings, ({ initial }) => initial),
    valuesIn(sql.all<SettingRow>`SELECT name, value FROM realm_user_settings_defaults`),
  )

// Before level 454, rows had another value.
const currentValue = (name: string, value: unknown): unknown =>
  name === 'web_home_view' && value === 'recent_topics' ? 'recent' : value

const valuesIn = (rows: readonly SettingRow[]): Record<string, unknown> =>
  Object.fromEntries(rows.map(({ name, value }) => [name, currentValue(name, JSON.parse(value))]))

export function writeUserSetting(
  { sql, cache }: Realm,
  user_id: number,
  name: UserSettingName,
  value: UserSettingValue,
): void {
  cache.invalidate(changedSettingsCache(user_id))
  cache.invalidate(changersCache(name))
  if (value === initialValues[name]) sql.run`DELETE FROM user_settings WHERE user_id = ${user_id} AND name = ${name}`
  else
    sql.run`INSERT INTO user_settings (user_id, name, value) VALUES (${user_id}, ${name}, ${JSON.stringify(value)})
            ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value`
}

export function writeRealmDefault(sql: Sql, name: UserSettingName, value: UserSettingValue): void {
  if (value === initialValues[name]) sql.run`DELETE FROM realm_user_settings_defaults WHERE name = ${name}`
  else
    sql.run`INSERT INTO realm_user_settings_defaults (name, value) VALUES (${name}, ${JSON.stringify(value)})
            ON CONFLICT (name) DO UPDATE SET value = excluded.value`
}

export function copyRealmDefaults({ sql, cache }: Realm, user_id: number): void {
  cache.invalidate(changedSettingsCache(user_id))
  for (const name of Object.keys(initialValues)) cache.invalidate(changersCache(name))
  sql.run`INSERT INTO user_settings (user_id, name, value)
          SELECT ${user_id}, name, value FROM realm_user_settings_defaults
          WHERE name NOT IN (SELECT value FROM json_each(${SETTINGS_IN_USERS_TABLE}))`
}

/** Reads one setting alone, because parsing a message needs no other. */
export const translatesEmoticons = (sql: SqlReader, user_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM user_settings
    WHERE user_id = ${user_id} AND name = 'translate_emoticons' AND value = 'true'` !== undefined

/** Returns the users among `user_ids` who turned off a setting that is on initially. */
export const usersWithSettingOff = (sql: SqlReader, name: UserSettingName, user_ids: readonly number[]): Set<number> =>
  new Set(
    sql.all<{ user_id: number }>`
      SELECT user_id FROM user_settings
      WHERE name = ${name} AND value = 'false' AND user_id IN (SELECT value FROM json_each(${user_ids}))`.map(
      ({ user_id }) => user_id,
    ),
  )

/** Returns the users among `user_ids` who chose this value. It must not be the initial one. */
export const usersWithSetting = (
  sql: SqlReader,
  { name, value }: { name: UserSettingName; value: UserSettingValue },
  user_ids: readonly number[],
): Set<number> =>
  new Set(
    sql.all<{ user_id: number }>`
      SELECT user_id FROM user_settings
      WHERE name = ${name} AND value = ${JSON.stringify(value)}
        AND user_id IN (SELECT value FROM json_each(${user_ids}))`.map(({ user_id }) => user_id),
  )

/** Returns the users with push notifications for channel messages. */
export const usersWithChannelPushes = (realm: ReadOnlyRealm): readonly number[] =>
  usersWhoChanged(realm, 'enable_stream_push_notifications')

/** Returns the users with emails for channel messages. */
export const usersWithChannelEmails = (realm: ReadOnlyRealm): readonly number[] =>
  usersWhoChanged(realm, 'enable_stream_email_notifications')

/** Returns the users whose private data can be exported. */
export const usersWithExportConsent = (realm: ReadOnlyRealm): readonly number[] =>
  usersWhoChanged(realm, 'allow_private_data_export')

/** Returns the users who hide their presence. */
export const usersWithHiddenPresence = (realm: ReadOnlyRealm): readonly number[] =>
  usersWhoChanged(realm, 'presence_enabled')

/** Returns the users who receive no typing notifications. */
export const usersWithoutTypingNotifications = (realm: ReadOnlyRealm): readonly number[] =>
  usersWhoChanged(realm, 'receives_typing_notifications')

/**
 * Returns the users whose setting is not the initial value, ascending. They are cached: each message, each typing notification,
 * and each batch of an export needs some.
 */
const usersWhoChanged = ({ sql, cache }: ReadOnlyRealm, name: UserSettingName): readonly number[] =>
  cache.get(changersCache(name), () =>
    sql.all<{ user_id: number }>`SELECT user_id FROM user_settings WHERE name = ${name} ORDER BY user_id`.map(
      ({ user_id }) => user_id,
    ),
  )

const changersCache = cacheKeyById<string, readonly number[]>()

export const recordOwnEdit = (sql: Sql, user_id: number, name: UserSettingName): void =>
  sql.run`INSERT OR IGNORE INTO edited_settings (user_id, name) VALUES (${user_id}, ${name})`

/** Returns the settings that each of these users changed themselves. */
export function ownEditsOf(sql: SqlReader, user_ids: readonly number[]): Map<number, Set<string>> {
  const names = new Map<number, Set<string>>()
  for (const { user_id, name } of sql.all<{ user_id: number; name: string }>`
    SELECT user_id, name FROM edited_settings WHERE user_id IN (SELECT value FROM json_each(${user_ids}))`)
    names.set(user_id, (names.get(user_id) ?? new Set()).add(name))
  return names
}
