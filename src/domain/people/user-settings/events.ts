import * as v from 'valibot'
import { mapTable, keysOf } from '../../../api/table'
import type { Queue } from '../../../events/queue'
import { event, stateSlice } from '../../../realm'
import type { User } from '../users/user'
import { LANGUAGES } from './languages'
import { settingLines, SOUNDS, type UserSettingName, type UserSettings, type UserSettingValue } from './settings'
import { realmDefaultsOf, userSettingsOf } from './storage'

const anyValue = v.union([v.boolean(), v.number(), v.string()])

type Changed = { property: UserSettingName; value: UserSettingValue }

export const userSettingChanged = event<Changed>({
  type: 'user_settings',
  op: 'update',
  summary: 'The user changed a personal setting.',
  recipients: { users: 'the user' },
  keeps: 'user_settings',
  fields: { property: v.string(), value: anyValue, language_name: v.optional(v.string()) },
  encode: (_, { property, value }) => ({ property, value, ...languageName(property, value) }),
})

export const realmDefaultChanged = event<Changed>({
  type: 'realm_user_settings_defaults',
  op: 'update',
  summary: 'The default of a personal setting for new users changed.',
  recipients: { everyone: true },
  keeps: 'realm_user_settings_defaults',
  fields: { property: v.string(), value: anyValue },
})

const languageName = (property: UserSettingName, value: UserSettingValue) =>
  property === 'default_language' ? { language_name: LANGUAGES.get(String(value)) } : {}

// Older clients know a setting as one of two kinds, each with an event and a part of /register of its own.
const knowsUserSettings = ({ client }: Pick<Queue, 'client'>) => client.capabilities.user_settings_object === true

type ChangedOfOld = Changed & { user: string }

export const displaySettingChanged = event<ChangedOfOld>({
  type: 'update_display_settings',
  summary: 'The user changed a display setting. The event is for clients that do not support `user_settings`.',
  recipients: { users: 'the user' },
  dependsOn: ['user_settings_object'],
  keeps: 'update_display_settings',
  fields: {
    user: v.string(),
    setting_name: v.string(),
    setting: anyValue,
    language_name: v.optional(v.string()),
  },
  accepts: (_, __, queue) => !knowsUserSettings(queue),
  encode: (_, { user, property, value }) => ({
    user,
    setting_name: property,
    setting: value,
    ...languageName(property, value),
  }),
})

export const notificationSettingChanged = event<ChangedOfOld>({
  type: 'update_global_notifications',
  summary: 'The user changed a notification setting. The event is for clients that do not support `user_settings`.',
  recipients: { users: 'the user' },
  dependsOn: ['user_settings_object'],
  keeps: 'update_global_notifications',
  fields: { user: v.string(), notification_name: v.string(), setting: anyValue },
  accepts: (_, __, queue) => !knowsUserSettings(queue),
  encode: (_, { user, property, value }) => ({ user, notification_name: property, setting: value }),
})

const EMOJISETS = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
]

const choices = { available_notification_sounds: SOUNDS, emojiset_choices: EMOJISETS }
const choiceFields = {
  available_notification_sounds: v.array(v.string()),
  emojiset_choices: v.array(v.strictObject({ key: v.string(), text: v.string() })),
}

const { timezone: _, ...fieldsOfDefaults } = mapTable(settingLines, () => anyValue)

export const userSettingsSlice = stateSlice({
  fetchedFor: ['user_settings'],
  fields: { user_settings: v.strictObject({ ...mapTable(settingLines, () => anyValue), ...choiceFields }) },
  read: (realm, actor: User) => ({ user_settings: { ...userSettingsOf(realm, actor), ...choices } }),
})

export const realmDefaultsSlice = stateSlice({
  fetchedFor: ['realm_user_settings_defaults'],
  fields: { realm_user_settings_defaults: v.strictObject({ ...fieldsOfDefaults, ...choiceFields }) },
  read: (realm) => {
    const { timezone: _, ...initially } = mapTable(settingLines, ({ initial }) => initial)
    return { realm_user_settings_defaults: { ...initially, ...realmDefaultsOf(realm.sql), ...choices } }
  },
})

const legacyNames = (legacy: 'display' | 'notification') =>
  keysOf(settingLines).filter((name) => settingLines[name].legacy === legacy)

const fieldsOfOld = (legacy: 'display' | 'notification') =>
  Object.fromEntries(legacyNames(legacy).map((name) => [name, v.optional(anyValue)]))

const settingsOfOld = (settings: UserSettings, legacy: 'display' | 'notification') =>
  Object.fromEntries(legacyNames(legacy).map((name) => [name, settings[name]]))

export const displaySettingsSlice = stateSlice({
  fetchedFor: ['update_display_settings'],
  fields: { ...fieldsOfOld('display'), emojiset_choices: v.optional(choiceFields.emojiset_choices) },
  read: (realm, actor: User, client) =>
    knowsUserSettings({ client })
      ? {}
      : { ...settingsOfOld(userSettingsOf(realm, actor), 'display'), emojiset_choices: EMOJISETS },
})

export const notificationSettingsSlice = stateSlice({
  fetchedFor: ['update_global_notifications'],
  fields: {
    ...fieldsOfOld('notification'),
    available_notification_sounds: v.optional(choiceFields.available_notification_sounds),
  },
  read: (realm, actor: User, client) =>
    knowsUserSettings({ client })
      ? {}
      : { ...settingsOfOld(userSettingsOf(realm, actor), 'notification'), available_notification_sounds: SOUNDS },
})
