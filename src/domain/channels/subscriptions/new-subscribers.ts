import { inPieces } from '../../../api/pieces'
import type { Realm } from '../../../realm'
import type { Channel } from '../channels/channel'
import { channelsCreated, wireChannel } from '../channels/events'
import { canSeeMetadata } from '../channels/rules'
import { getChannel } from '../channels/storage'
import { people } from '../../people/users/events'
import { idsOf, type User } from '../../people/users/user'
import { accessWithoutSubscription, viewersWithSubscriberAccess } from './access'
import { compactSettings, peersAdded, subscriptionsAdded } from './events'
import { publishSubscriberCount } from './subscriber-count'
import type { PersonalSettings } from './subscription'

/** Who came into a channel, as it was before they came. */
export type NewSubscribers = { channel: Channel; newcomers: Newcomer[] }
type Newcomer = { user: User; user_id: number; color: string; settings: PersonalSettings }

/**
 * Tells of people who came into channels. Those who came together into several hear of them together, and so do the others:
 * what is announced does not grow with people times channels.
 */
export function publishNewSubscribers(realm: Realm, arrivals: readonly NewSubscribers[]): void {
  const together = Map.groupBy(
    arrivals,
    ({ channel, newcomers }) => `${channel.is_archived} ${String(idsOf(newcomers))}`,
  )
  for (const group of together.values())
    for (const some of inPieces(group, CHANNELS_PER_EVENT)) welcomeTogether(realm, some)
}

/** The same people, who came into each of these channels. */
function welcomeTogether(realm: Realm, arrivals: readonly NewSubscribers[]) {
  const { newcomers } = arrivals[0]!
  const stream_ids = arrivals.map(({ channel }) => channel.stream_id)
  introduce(realm, arrivals)
  const channels = stream_ids.map((stream_id) => wireChannel(realm, getChannel(realm, stream_id)))
  const chosen = arrivals.map((arrival) => arrival.newcomers.map(({ settings }) => compactSettings(settings)))
  const places = newcomers.map(({ user_id }, nth) => ({ user_id, settings: chosen.map((each) => each[nth]!) }))
  for (const some of inPieces(places, Math.ceil(CHOICES_PER_EVENT / channels.length))) {
    const settings = Object.fromEntries(some.map((place) => [place.user_id, place.settings]))
    const added = { channels, settings, at_event: realm.log.lastId + 1 }
    realm.publish(subscriptionsAdded(added), people({ user_ids: idsOf(some) }))
  }
  const user_ids = idsOf(newcomers)
  const viewers = stream_ids.map((stream_id) => viewersWithSubscriberAccess({ stream_id }))
  realm.publish(peersAdded({ stream_ids, user_ids, ...filterByChannel(realm, stream_ids) }), viewers, user_ids)
  for (const stream_id of stream_ids) publishSubscriberCount(realm, stream_id)
}

/** How many channels are told of in one event. */
export const CHANNELS_PER_EVENT = 50

/** Several channels are told of at once, each to those who may see it. */
export const filterByChannel = (realm: Realm, stream_ids: readonly number[]) =>
  stream_ids.length > 1 ? { at_event: realm.log.lastId + 1 } : {}

/** Whoever gains sight of a channel hears of it before anything in it. */
function introduce(realm: Realm, arrivals: readonly NewSubscribers[]) {
  const learning = arrivals.map(({ channel, newcomers }) => ({
    channel,
    user_ids: idsOf(newcomers.filter(({ user }) => !canSeeMetadata(channel, accessWithoutSubscription(realm, user)))),
  }))
  for (const alike of Map.groupBy(learning, ({ user_ids }) => String(user_ids)).values()) {
    const { user_ids } = alike[0]!
    const streams = alike.map(({ channel }) => wireChannel(realm, channel))
    if (user_ids.length > 0) realm.publish(channelsCreated({ streams }), people({ user_ids }))
  }
}

const CHOICES_PER_EVENT = 5000
