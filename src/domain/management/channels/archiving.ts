import type { Realm } from '../../../realm'
import { publishDefaultChannels } from '../../channels/channels/actions'
import { channelsCreated, channelsDeleted, channelUpdated, wireChannel } from '../../channels/channels/events'
import { channelAlreadyArchived, refusalToUnarchive } from '../../channels/channels/rules'
import { getChannel, writeArchived, writeUnarchived } from '../../channels/channels/storage'
import type { Channel } from '../../channels/channels/channel'
import { realmUpdatedTogether } from '../../realm/settings/events'
import { CHANNEL_SETTINGS, NO_CHANNEL } from '../../realm/settings/settings'
import { settingsOf, writeSetting } from '../../realm/settings/storage'
import { everyone } from '../../people/users/events'
import { clientsWithoutArchivedChannel, channelViewers } from '../../channels/subscriptions/access'
import { compactSettings, peersAdded, subscriptionsAdded } from '../../channels/subscriptions/events'
import { findSubscription, subscribersOf } from '../../channels/subscriptions/storage'
import { personalSettingsOf } from '../../channels/subscriptions/subscription'

/**
 * Archives a channel, and publishes it. The channel keeps its subscriptions and its name. Clients that do not know archived
 * channels receive its deletion.
 */
export function archive(realm: Realm, { stream_id, name, is_archived, is_default }: Channel): void {
  if (is_archived) throw channelAlreadyArchived({})
  writeArchived(realm, stream_id)
  const viewers = channelViewers({ stream_id })
  realm.publish(channelUpdated({ stream_id, name, property: 'is_archived', value: true }), viewers)
  realm.publish(channelsDeleted({ streams: [{ stream_id }], stream_ids: [stream_id], archived: true }), viewers)
  if (is_default) publishDefaultChannels(realm)
  removeFromRealmSettings(realm, stream_id)
}

/** Resets the realm settings that refer to the channel: the server can no longer post there. */
function removeFromRealmSettings(realm: Realm, stream_id: number): void {
  const names = CHANNEL_SETTINGS.filter((name) => settingsOf(realm)[name] === stream_id)
  if (names.length === 0) return
  for (const name of names) writeSetting(realm, name, NO_CHANNEL)
  const data = Object.fromEntries(names.map((name) => [name, NO_CHANNEL]))
  realm.publish(realmUpdatedTogether({ property: 'default', data }), everyone({}))
}

/**
 * Restores an archived channel, and publishes it. Clients that do not know archived channels receive the channel and its
 * subscribers anew.
 */
export function unarchive(realm: Realm, archived: Channel): void {
  const refusal = refusalToUnarchive(archived)
  if (refusal) throw refusal
  const { stream_id, name } = archived
  writeUnarchived(realm, stream_id)
  const channel = wireChannel(realm, getChannel(realm, stream_id))
  const viewers = channelViewers({ stream_id })
  realm.publish(channelUpdated({ stream_id, name, property: 'is_archived', value: false }), viewers)
  realm.publish(channelsCreated({ streams: [channel], peer_add_follows: true, is_unarchived: true }), viewers)
  const subscribers = subscribersOf(realm, stream_id)
  if (subscribers.length === 0) return
  const settingsFor = (id: number) => compactSettings(personalSettingsOf(findSubscription(realm.sql, id, stream_id)!))
  const settings = Object.fromEntries(subscribers.map((id) => [id, [settingsFor(id)]]))
  const added = { channels: [channel], settings, at_event: realm.log.lastId + 1 }
  realm.publish(subscriptionsAdded(added), clientsWithoutArchivedChannel({ stream_id, inside: true }))
  const peers = { stream_ids: [stream_id], user_ids: subscribers }
  realm.publish(peersAdded(peers), clientsWithoutArchivedChannel({ stream_id, inside: false }))
}
