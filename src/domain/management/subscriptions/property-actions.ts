import type { ReadOnlyRealm, Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { findVisibleChannel } from '../../channels/subscriptions/access'
import { subscriptionUpdated } from '../../channels/subscriptions/events'
import { findSubscription, writePersonalSettings } from '../../channels/subscriptions/storage'
import type { Subscription } from '../../channels/subscriptions/subscription'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { notSubscribed, requirePropertyChange, type PropertyChange } from './property-rules'

export type RequestedProperty = { stream_id: number; property: string; value: boolean | string }

/**
 * Changes properties of the actor's subscriptions: all of them or none. If a request changes a property twice, the last value
 * counts. Writes one row for each channel.
 */
export function updateProperties(realm: Realm, actor: User, requested: readonly RequestedProperty[]): void {
  const byChannel = new Map<number, Map<PropertyChange['property'], PropertyChange>>()
  for (const { stream_id, property, value } of requested) {
    const changes = byChannel.get(stream_id) ?? new Map<PropertyChange['property'], PropertyChange>()
    if (!byChannel.has(stream_id)) requireSubscription(realm, actor, stream_id)
    const change = requirePropertyChange(property, value)
    byChannel.set(stream_id, changes.set(change.property, change))
  }
  for (const [stream_id, changes] of byChannel) {
    const before = requireSubscription(realm, actor, stream_id)
    const settings = [...changes.values()].map(({ property, value }) => [property, value])
    writePersonalSettings(realm, { ...before, ...Object.fromEntries(settings) })
    for (const change of changes.values()) publishProperty(realm, actor, stream_id, change)
  }
}

/** Returns the actor's subscription. Throws if the actor cannot see the channel or is not subscribed to it. */
function requireSubscription(realm: ReadOnlyRealm, actor: User, stream_id: number): Subscription {
  if (findVisibleChannel(realm, actor, stream_id) === undefined) throw invalidChannelId({})
  const subscription = findSubscription(realm.sql, actor.user_id, stream_id)
  if (!subscription?.is_active) throw notSubscribed({ stream_id })
  return subscription
}

function publishProperty(realm: Realm, { user_id }: User, stream_id: number, { property, value }: PropertyChange) {
  const own = onlyUsers({ user_ids: [user_id] })
  // Older clients know only the opposite of `is_muted`.
  if (property === 'is_muted')
    realm.publish(subscriptionUpdated({ stream_id, property: 'in_home_view', value: !value }), own)
  realm.publish(subscriptionUpdated({ stream_id, property, value }), own)
}
