import { mapTable, keysOf } from '../../../api/table'
import type { ClientOptions } from '../../../events/queue'
import type { ReadOnlyRealm } from '../../../realm'
import type { UserSettingName } from '../../people/user-settings/settings'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import type { PersonalSettings } from './subscription'

/** The user setting that applies where a subscription's notification setting is null. */
const DEFAULTED_BY = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const

export type Notification = keyof typeof DEFAULTED_BY
export type Notifications = Pick<PersonalSettings, Notification>
export type NotificationDefaults = Record<Notification, boolean>

/** Returns the notification setting of subscriptions whose default this user setting is. */
export const notificationDefaultedBy = (setting: UserSettingName): Notification | undefined =>
  keysOf(DEFAULTED_BY).find((notification) => DEFAULTED_BY[notification] === setting)

/** Returns the values for null settings. Returns undefined for clients that handle null themselves. */
export function notificationDefaultsFor(
  realm: ReadOnlyRealm,
  user_id: number,
  { capabilities }: ClientOptions,
): NotificationDefaults | undefined {
  if (capabilities.notification_settings_null) return undefined
  const settings = userSettingsOf(realm, findUser(realm, user_id)!)
  return mapTable(DEFAULTED_BY, (setting) => settings[setting])
}

export const withDefaults = (notifications: Notifications, defaults: NotificationDefaults): Notifications =>
  mapTable(DEFAULTED_BY, (_, notification) => notifications[notification] ?? defaults[notification])
