/**
 * What one person has made of one channel. It outlives unsubscribing, so coming back finds everything as it was. That of a
 * deactivated account stays active, to be taken up again: who is in a channel at the moment, the spans say.
 */
export type Subscription = PersonalSettings & { user_id: number; stream_id: number; is_active: boolean }

/** What of it they may choose. */
export type PersonalSettings = {
  color: string
  is_muted: boolean
  pin_to_top: boolean
  // null: as the person's own settings say
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

/** What somebody has made of a channel who has just come into it, but for its colour. */
export const DEFAULT_PERSONAL_SETTINGS = {
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
}
