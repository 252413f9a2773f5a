import * as v from 'valibot'
import type { Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { changeEmailVisibility, changeTimezone } from '../users/actions'
import { everyone, onlyUsers } from '../users/events'
import type { User } from '../users/user'
import { displaySettingChanged, notificationSettingChanged, realmDefaultChanged, userSettingChanged } from './events'
import { LANGUAGES } from './languages'
import { changesIn, refusalOfSettings, type SettingChange } from './rules'
import { userSettings, type DefaultableSettings, type UserSettings } from './settings'
import { copyRealmDefaults, realmDefaultsOf, userSettingsOf, writeRealmDefault, writeUserSetting } from './storage'

/**
 * Changes settings of a user, publishes each change, and returns the changes. Throws an error of a setting. Later concepts have
 * consequences of some settings, so the caller handles them.
 */
export function changeSettings(realm: Realm, user: User, requested: Partial<UserSettings>): SettingChange[] {
  const changes = changesIn(userSettingsOf(realm, user), requested)
  const refusal = refusalOfSettings(changes)
  if (refusal) throw refusal
  for (const change of changes) {
    write(realm, user, change)
    publishChange(realm, user, change)
  }
  return changes
}

function write(realm: Realm, user: User, { name, value }: SettingChange) {
  if (name === 'timezone') changeTimezone(realm, user, v.parse(userSettings.timezone.schema, value))
  else if (name === 'email_address_visibility')
    changeEmailVisibility(realm, user, v.parse(userSettings.email_address_visibility.schema, value))
  else writeUserSetting(realm, user.user_id, name, value)
}

const LEGACY_EVENTS = { display: displaySettingChanged, notification: notificationSettingChanged }

function publishChange(realm: Realm, { user_id, email }: User, { name, value }: SettingChange) {
  const own = onlyUsers({ user_ids: [user_id] })
  realm.publish(userSettingChanged({ property: name, value }), own)
  const { legacy } = userSettings[name]
  if (legacy) realm.publish(LEGACY_EVENTS[legacy]({ user: email, property: name, value }), own)
}

/** Changes the defaults for new users, and returns the changes. Existing users keep their settings. Throws an error of a setting. */
export function changeRealmDefaults(realm: Realm, requested: Partial<DefaultableSettings>): SettingChange[] {
  const changes = changesIn(realmDefaultsOf(realm.sql), requested)
  const refusal = refusalOfSettings(changes)
  if (refusal) throw refusal
  for (const { name, value } of changes) {
    writeRealmDefault(realm.sql, name, value)
    realm.publish(realmDefaultChanged({ property: name, value }), everyone({}))
  }
  return changes
}

/** Gives a new user the defaults of the realm, and a language: that of the realm, unless the browser of the user has another. */
export function applyRealmDefaults(realm: Realm, { user_id }: User, language: string | undefined): void {
  copyRealmDefaults(realm, user_id)
  const chosen = language ?? settingsOf(realm).default_language
  if (LANGUAGES.has(chosen)) writeUserSetting(realm, user_id, 'default_language', chosen)
}
