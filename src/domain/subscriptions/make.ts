import type { Realm } from '../../realm'
import type { Channel } from '../channels/channel'
import { channelAlreadyExists } from '../channels/rules'
import { maybeChannelNamed } from '../channels/storage'
import { realmAllows } from '../groups/standing'
import type { User } from '../users/user'
import { insufficientPermission } from '../users/rules'
import { viewerOf } from './access'
import { subscribe } from './actions'
import { createChannel, type NamedChannel, type NewChannelWishes } from './create'
import { principalsMeant } from './principals'
import { canAddOthers, refusalOfGuest } from './rules'

export type WantedChannel = { named: NamedChannel; subscribers: readonly number[]; wishes: NewChannelWishes }

/** Makes a channel that must not be there yet, with these people in it and nobody else, and answers it. */
export function makeChannel(realm: Realm, actor: User, { named, subscribers, wishes }: WantedChannel): Channel {
  const refusal = refusalOfGuest(actor)
  if (refusal) throw refusal
  if (maybeChannelNamed(realm, named.name)) throw channelAlreadyExists({ channel_name: named.name })
  const people = subscribers.length === 0 ? [] : principalsMeant(realm, actor, subscribers)
  const channel = createChannel(realm, actor, named, wishes)
  const addsOthers = people.some((user) => user.user_id !== actor.user_id)
  const mayAdd = () =>
    canAddOthers(channel, viewerOf(realm, actor, channel), realmAllows(realm, actor, 'can_add_subscribers_group'))
  if (addsOthers && !mayAdd()) throw insufficientPermission({})
  subscribe(realm, { channels: [channel], created: [channel], principals: people })
  return channel
}
