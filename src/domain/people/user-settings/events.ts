import * as v from 'valibot'
import { named } from '../../../api/named'
import { mapTable, keysOf } from '../../../api/table'
import type { Queue } from '../../../events/queue'
import { event, stateSlice } from '../../../realm'
import type { User } from '../users/user'
import { LANGUAGES } from './languages'
import { reportTypes, reportTypesIn } from './report-types'
import {
  settingLines,
  SOUNDS,
  type UserSetting,
  type UserSettingName,
  type UserSettings,
  type UserSettingValue,
} from './settings'
import { realmDefaultsOf, userSettingsOf } from './storage'

const anyValue = v.union([v.boolean(), v.number(), v.string()])
const anySetting = v.picklist(keysOf(settingLines))

/** Returns the type of a setting in answers: without the checks of requests, which an initial value need not pass. */
function shapeOf({ schema, initial }: UserSetting<UserSettingValue>): v.GenericSchema {
  if (schema.type === 'picklist') return schema
  if (typeof initial === 'boolean') return v.boolean()
  return typeof initial === 'number' ? v.number() : v.string()
}

type SettingChange = { property: UserSettingName; value: UserSettingValue }

export const userSettingChanged = event<SettingChange>({
  type: 'user_settings',
  op: 'update',
  summary: 'The user changed a personal setting.',
  recipients: { users: 'the user' },
  updates: 'user_settings',
  fields: {
    property: anySetting,
    value: anyValue,
    language_name: v.optional(v.string()),
    server_report_message_types: v.optional(reportTypes),
  },
  encode: (_, { property, value }) => ({
    property,
    value,
    ...languageName(property, value),
    ...(property === 'default_language' ? { server_report_message_types: reportTypesIn(String(value)) } : {}),
  }),
})

export const realmDefaultChanged = event<SettingChange>({
  type: 'realm_user_settings_defaults',
  op: 'update',
  summary: 'The default of a personal setting for new users changed.',
  recipients: { everyone: true },
  updates: 'realm_user_settings_defaults',
  fields: { property: anySetting, value: anyValue },
})

const languageName = (property: UserSettingName, value: UserSettingValue) =>
  property === 'default_language' ? { language_name: LANGUAGES.get(String(value)) } : {}

// Older clients know two kinds of settings, each with its own event and its own part of `POST /register`.
const supportsUserSettings = ({ client }: Pick<Queue, 'client'>) => client.capabilities.user_settings_object === true

type LegacyChange = SettingChange & { user: string }

export const displaySettingChanged = event<LegacyChange>({
  type: 'update_display_settings',
  summary: 'The user changed a display setting. The event is for clients that do not support `user_settings`.',
  recipients: { users: 'the user' },
  dependsOn: ['user_settings_object'],
  updates: 'update_display_settings',
  fields: {
    user: v.string(),
    setting_name: anySetting,
    setting: anyValue,
    language_name: v.optional(v.string()),
  },
  accepts: (_, __, queue) => !supportsUserSettings(queue),
  encode: (_, { user, property, value }) => ({
    user,
    setting_name: property,
    setting: value,
    ...languageName(property, value),
  }),
})

export const notificationSettingChanged = event<LegacyChange>({
  type: 'update_global_notifications',
  summary: 'The user changed a notification setting. The event is for clients that do not support `user_settings`.',
  recipients: { users: 'the user' },
  dependsOn: ['user_settings_object'],
  updates: 'update_global_notifications',
  fields: { user: v.string(), notification_name: anySetting, setting: anyValue },
  accepts: (_, __, queue) => !supportsUserSettings(queue),
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

const { timezone: _, ...fieldsOfDefaults } = mapTable(settingLines, shapeOf)

export const userSettingsState = stateSlice({
  fetchedFor: ['user_settings'],
  fields: {
    user_settings: named('UserSettings', v.strictObject({ ...mapTable(settingLines, shapeOf), ...choiceFields })),
  },
  read: (realm, actor: User) => ({ user_settings: { ...userSettingsOf(realm, actor), ...choices } }),
})

/** What the language of the user decides. */
export const reportTypesState = stateSlice({
  fetchedFor: ['realm'],
  fields: { server_report_message_types: reportTypes },
  read: (realm, actor: User) => ({
    server_report_message_types: reportTypesIn(userSettingsOf(realm, actor).default_language),
  }),
})

export const realmDefaultsState = stateSlice({
  fetchedFor: ['realm_user_settings_defaults'],
  fields: {
    realm_user_settings_defaults: named(
      'UserSettingsDefaults',
      v.strictObject({ ...fieldsOfDefaults, ...choiceFields }),
    ),
  },
  read: (realm) => {
    const { timezone: _, ...initialValues } = mapTable(settingLines, ({ initial }) => initial)
    return { realm_user_settings_defaults: { ...initialValues, ...realmDefaultsOf(realm.sql), ...choices } }
  },
})

const legacyNames = (legacy: 'display' | 'notification') =>
  keysOf(settingLines).filter((name) => settingLines[name].legacy === legacy)

const legacyFields = (legacy: 'display' | 'notification') =>
  Object.fromEntries(legacyNames(legacy).map((name) => [name, v.optional(shapeOf(settingLines[name]))]))

const legacySettings = (settings: UserSettings, legacy: 'display' | 'notification') =>
  Object.fromEntries(legacyNames(legacy).map((name) => [name, settings[name]]))

export const displaySettingsState = stateSlice({
  fetchedFor: ['update_display_settings'],
  fields: { ...legacyFields('display'), emojiset_choices: v.optional(choiceFields.emojiset_choices) },
  read: (realm, actor: User, client) =>
    supportsUserSettings({ client })
      ? {}
      : { ...legacySettings(userSettingsOf(realm, actor), 'display'), emojiset_choices: EMOJISETS },
})

export const notificationSettingsState = stateSlice({
  fetchedFor: ['update_global_notifications'],
  fields: {
    ...legacyFields('notification'),
    available_notification_sounds: v.optional(choiceFields.available_notification_sounds),
  },
  read: (realm, actor: User, client) =>
    supportsUserSettings({ client })
      ? {}
      : { ...legacySettings(userSettingsOf(realm, actor), 'notification'), available_notification_sounds: SOUNDS },
})
