import type { Realm } from '../../../realm'
import type { UserSettingName } from '../../people/user-settings/settings'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { subscriptionUpdated } from './events'
import { notificationDefaultedBy } from './notification-defaults'
import { subscriptionsOf } from './storage'

/**
 * Somebody changed a setting that channels fall back on. Clients that were told what that came to, and not that it was a
 * fallback, cannot know which of their channels it changes.
 */
export function publishNotificationDefault(realm: Realm, { user_id }: User, setting: UserSettingName): void {
  const property = notificationDefaultedBy(setting)
  if (property === undefined) return
  for (const subscription of subscriptionsOf(realm.sql, user_id)) {
    if (subscription[property] !== null) continue
    const { stream_id } = subscription
    realm.publish(subscriptionUpdated({ stream_id, property, value: null }), people({ user_ids: [user_id] }))
  }
}
