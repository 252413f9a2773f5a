import type { Realm } from '../../../realm'
import { channelUpdated } from '../channels/events'
import { getChannel, writeFirstMessage } from '../channels/storage'
import { channelViewers } from '../subscriptions/access'
import { firstMessageIn } from './storage'

/** Writes and publishes the id of a channel's first message, if it changed: messages were sent, moved or deleted. */
export function updateFirstMessage(realm: Realm, stream_id: number): void {
  const { name, first_message_id } = getChannel(realm, stream_id)
  const value = firstMessageIn(realm.sql, stream_id)
  if (value === first_message_id) return
  writeFirstMessage(realm, stream_id, value)
  realm.publish(channelUpdated({ stream_id, name, property: 'first_message_id', value }), channelViewers({ stream_id }))
}
