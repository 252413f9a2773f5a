import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { channelAlreadyExists } from '../../channels/channels/rules'
import { findChannelByName } from '../../channels/channels/storage'
import { realmAllows } from '../../people/groups/standing'
import type { User } from '../../people/users/user'
import { insufficientPermission } from '../../people/users/rules'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { subscribe } from '../subscriptions/subscribe'
import { createChannel, type NamedChannel, type NewChannelWishes } from '../new-channels/create'
import { principalsMeant } from '../subscriptions/principals'
import { canAddOthers, refusalOfGuest } from '../../channels/subscriptions/rules'

export type WantedChannel = { named: NamedChannel; subscribers: readonly number[]; wishes: NewChannelWishes }

/** Makes a channel that must not be there yet, with these people in it and nobody else, and answers it. */
export function makeChannel(realm: Realm, actor: User, { named, subscribers, wishes }: WantedChannel): Channel {
  const refusal = refusalOfGuest(actor)
  if (refusal) throw refusal
  if (findChannelByName(realm, named.name)) throw channelAlreadyExists({ channel_name: named.name })
  const people = subscribers.length === 0 ? [] : principalsMeant(realm, actor, subscribers)
  const channel = createChannel(realm, actor, named, wishes)
  const addsOthers = people.some((user) => user.user_id !== actor.user_id)
  const mayAdd = () =>
    canAddOthers(
      channel,
      loadViewerAccess(realm, actor, channel),
      realmAllows(realm, actor, 'can_add_subscribers_group'),
    )
  if (addsOthers && !mayAdd()) throw insufficientPermission({})
  subscribe(realm, { channels: [channel], created: [channel], principals: people })
  return channel
}
