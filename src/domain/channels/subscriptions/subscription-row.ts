import type { Subscription } from './subscription'

export type SubscriptionRow = {
  [Key in keyof Subscription]: Subscription[Key] extends boolean
    ? number
    : Subscription[Key] extends boolean | null
      ? number | null
      : Subscription[Key]
}

export const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  ...row,
  is_active: row.is_active === 1,
  is_muted: row.is_muted === 1,
  pin_to_top: row.pin_to_top === 1,
  desktop_notifications: nullableBoolean(row.desktop_notifications),
  audible_notifications: nullableBoolean(row.audible_notifications),
  push_notifications: nullableBoolean(row.push_notifications),
  email_notifications: nullableBoolean(row.email_notifications),
  wildcard_mentions_notify: nullableBoolean(row.wildcard_mentions_notify),
})

const nullableBoolean = (flag: number | null) => (flag === null ? null : flag === 1)
