import type { SharedText } from '../../../api/shared-text'

/**
 * A user's settings for a channel. The row stays when the user unsubscribes, so a new subscription has the same settings. The
 * subscription of a deactivated user stays active too: subscription periods tell which users are subscribed now.
 */
export type Subscription = PersonalSettings & { user_id: number; stream_id: number; is_active: boolean }

/** The settings that the user can change. */
export type PersonalSettings = {
  color: string
  is_muted: boolean
  pin_to_top: boolean
  // null: the user's own setting applies
  desktop_notifications: boolean | null
  audible_notifications: boolean | null
  push_notifications: boolean | null
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

export function personalSettingsOf(subscription: Subscription): PersonalSettings {
  const { user_id: _, stream_id: __, is_active: ___, ...settings } = subscription
  return settings
}

/** The settings of a new subscription, except its colour. */
export const DEFAULT_PERSONAL_SETTINGS = {
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
}

/** The subscribers of a channel, ordered by id. `encoded-subscribers.ts` keeps their JSON with it once it was needed. */
export type CachedSubscribers = {
  ids: readonly number[]
  text?: string | SharedText
  partial?: { omitted: ReadonlySet<number>; text: string | SharedText }
}
