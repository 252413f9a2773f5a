import { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { invalidChannelId } from '../../channels/channels/rules'
import { channelNameKey } from '../../channels/channels/storage'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { findVisibleChannel } from '../../channels/subscriptions/access'
import { bringIn } from './subscribe'
import type { NamedChannel } from '../new-channels/create'
import { subscriptionUpdated } from '../../channels/subscriptions/events'
import { choiceMeant, notSubscribed, type Choice } from './property-rules'
import { findSubscription, writePersonalSettings } from '../../channels/subscriptions/storage'
import type { Subscription } from '../../channels/subscriptions/subscription'

export type WantedChoice = { stream_id: number; property: string; value: boolean | string }

/**
 * Changes how some of the actor's channels look and sound to them: all of the choices or none. Of several choices for one
 * property of one channel the last counts. Each channel is written once.
 */
export function chooseProperties(realm: Realm, actor: User, wanted: readonly WantedChoice[]): void {
  const choices = new Map<number, Map<Choice['property'], Choice>>()
  for (const { stream_id, property, value } of wanted) {
    const chosen = choices.get(stream_id) ?? new Map<Choice['property'], Choice>()
    if (!choices.has(stream_id)) refuseUnlessSubscribed(realm, actor, stream_id)
    const choice = choiceMeant(property, value)
    if (choice instanceof ApiError) throw choice
    choices.set(stream_id, chosen.set(choice.property, choice))
  }
  for (const [stream_id, chosen] of choices) {
    const before = refuseUnlessSubscribed(realm, actor, stream_id)
    const changes = [...chosen.values()].map(({ property, value }) => [property, value])
    writePersonalSettings(realm, { ...before, ...Object.fromEntries(changes) })
    for (const choice of chosen.values()) announce(realm, actor, stream_id, choice)
  }
}

function refuseUnlessSubscribed(realm: Realm, actor: User, stream_id: number): Subscription {
  if (findVisibleChannel(realm, actor, stream_id) === undefined) throw invalidChannelId({})
  const subscription = findSubscription(realm.sql, actor.user_id, stream_id)
  if (!subscription?.is_active) throw notSubscribed({ stream_id })
  return subscription
}

function announce(realm: Realm, { user_id }: User, stream_id: number, { property, value }: Choice) {
  const own = people({ user_ids: [user_id] })
  // Clients that know only the older property hear of muting by its opposite.
  if (property === 'is_muted')
    realm.publish(subscriptionUpdated({ stream_id, property: 'in_home_view', value: !value }), own)
  realm.publish(subscriptionUpdated({ stream_id, property, value }), own)
}

/** Somebody comes into channels by themselves, in the colours they name. A channel they were in keeps its colour. */
export function joinAlone(realm: Realm, actor: User, named: readonly (NamedChannel & { color?: string })[]) {
  const wishes = { invite_only: false, is_web_public: false, is_default_stream: false, permissions: {} }
  const colors = new Map(
    named.flatMap(({ name, color }) => (color === undefined ? [] : [[channelNameKey(name), colorMeant(color)]])),
  )
  return bringIn(realm, actor, { named, wishes, colors, principals: [], authorization_errors_fatal: true })
}

function colorMeant(color: string): string {
  const choice = choiceMeant('color', color)
  if (choice instanceof ApiError) throw choice
  return color
}
