import { ApiError } from '../../api/errors'
import type { Realm } from '../../realm'
import { invalidChannelId } from '../channels/rules'
import { channelNameKey } from '../channels/storage'
import { people } from '../users/events'
import type { User } from '../users/user'
import { maybeChannelVisibleTo } from './access'
import { bringIn } from './actions'
import type { NamedChannel } from './create'
import { subscriptionUpdated } from './events'
import { choiceMeant, notSubscribed, type Choice } from './property-rules'
import { maybeSubscription, writePersonalSettings } from './storage'

export type WantedChoice = { stream_id: number; property: string; value: boolean | string }

/** Somebody chooses how one of their channels looks and sounds to them. */
export function chooseProperty(realm: Realm, actor: User, { stream_id, property, value }: WantedChoice): void {
  if (maybeChannelVisibleTo(realm, actor, stream_id) === undefined) throw invalidChannelId({})
  const before = maybeSubscription(realm, actor.user_id, stream_id)
  if (!before?.is_active) throw notSubscribed({ stream_id })
  const choice = choiceMeant(property, value)
  if (choice instanceof ApiError) throw choice
  writePersonalSettings(realm, { ...before, [choice.property]: choice.value })
  announce(realm, actor, stream_id, choice)
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
  const { joined, created } = bringIn(realm, actor, { named, wishes, principals: [], authorization_errors_fatal: true })
  const colors = new Map(named.map(({ name, color }) => [channelNameKey(name), color]))
  for (const { stream_id, name, already } of joined) {
    const value = colors.get(channelNameKey(name))
    if (!already && value !== undefined) chooseProperty(realm, actor, { stream_id, property: 'color', value })
  }
  return { joined, created }
}
