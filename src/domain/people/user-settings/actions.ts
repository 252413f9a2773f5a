import * as v from 'valibot'
import type { Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { changeEmailVisibility, changeTimezone } from '../users/actions'
import { everyone, people } from '../users/events'
import type { User } from '../users/user'
import { displaySettingChanged, notificationSettingChanged, realmDefaultChanged, userSettingChanged } from './events'
import { LANGUAGES } from './languages'
import { changesIn, refusalOfSettings, type Change } from './rules'
import { userSettings, type DefaultableSettings, type UserSettings } from './settings'
import { copyRealmDefaults, realmDefaultsOf, userSettingsOf, writeRealmDefault, writeUserSetting } from './storage'

/** Somebody chooses. Answers what is different now; whoever calls sees to what hangs on it elsewhere. */
export function changeSettings(realm: Realm, user: User, wanted: Partial<UserSettings>): Change[] {
  const changes = changesIn(userSettingsOf(realm, user), wanted)
  const refusal = refusalOfSettings(changes)
  if (refusal) throw refusal
  for (const change of changes) {
    write(realm, user, change)
    announce(realm, user, change)
  }
  return changes
}

function write(realm: Realm, user: User, { name, value }: Change) {
  if (name === 'timezone') changeTimezone(realm, user, v.parse(userSettings.timezone.schema, value))
  else if (name === 'email_address_visibility')
    changeEmailVisibility(realm, user, v.parse(userSettings.email_address_visibility.schema, value))
  else writeUserSetting(realm, user.user_id, name, value)
}

const EVENTS_OF_OLD = { display: displaySettingChanged, notification: notificationSettingChanged }

function announce(realm: Realm, { user_id, email }: User, { name, value }: Change) {
  const own = people({ user_ids: [user_id] })
  realm.publish(userSettingChanged({ property: name, value }), own)
  const { legacy } = userSettings[name]
  if (legacy) realm.publish(EVENTS_OF_OLD[legacy]({ user: email, property: name, value }), own)
}

/** What newcomers start with from here on. Whoever is there keeps what they have. */
export function changeRealmDefaults(realm: Realm, wanted: Partial<DefaultableSettings>): Change[] {
  const changes = changesIn(realmDefaultsOf(realm.sql), wanted)
  const refusal = refusalOfSettings(changes)
  if (refusal) throw refusal
  for (const { name, value } of changes) {
    writeRealmDefault(realm.sql, name, value)
    realm.publish(realmDefaultChanged({ property: name, value }), everyone({}))
  }
  return changes
}

/** How a new account is set: as the realm says, in the realm's language. */
export function startWithDefaults(realm: Realm, { user_id }: User): void {
  copyRealmDefaults(realm, user_id)
  const { default_language } = settingsOf(realm)
  if (LANGUAGES.has(default_language)) writeUserSetting(realm, user_id, 'default_language', default_language)
}
