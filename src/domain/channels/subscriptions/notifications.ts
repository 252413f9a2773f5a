import { mapTable, namesIn } from '../../../api/table'
import type { ClientTraits } from '../../../events/queues'
import type { Realm } from '../../../realm'
import type { UserSettingName } from '../../people/user-settings/settings'
import { userSettingsOf } from '../../people/user-settings/storage'
import { maybeUser } from '../../people/users/storage'
import type { PersonalSettings } from './subscription'

/** What a person has not said of one channel, they have said of all: the setting that each choice falls back on. */
const FALLS_BACK_ON = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const

export type Notification = keyof typeof FALLS_BACK_ON
export type Notifications = Pick<PersonalSettings, Notification>
export type Fallback = Record<Notification, boolean>

export const notificationFallingBackOn = (setting: UserSettingName): Notification | undefined =>
  namesIn(FALLS_BACK_ON).find((notification) => FALLS_BACK_ON[notification] === setting)

/** For clients that cannot fall back themselves: what an unsaid choice comes to. Nothing for those that can. */
export function fallbackFor(realm: Realm, user_id: number, { capabilities }: ClientTraits): Fallback | undefined {
  if (capabilities.notification_settings_null) return undefined
  const settings = userSettingsOf(realm, maybeUser(realm, user_id)!)
  return mapTable(FALLS_BACK_ON, (setting) => settings[setting])
}

export const withoutNulls = (notifications: Notifications, fallback: Fallback): Notifications =>
  mapTable(FALLS_BACK_ON, (_, notification) => notifications[notification] ?? fallback[notification])
