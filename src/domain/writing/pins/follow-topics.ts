import type { Realm } from '../../../realm'
import { includesId, type Run } from '../../../store/id-set'
import { channelReaders } from '../../messages/access/readers'
import { findTopic } from '../../channels/topics/lookup-storage'
import { readersOfPin } from './access'
import { pinAdded, pinRemoved } from './events'
import { wirePin, type Pin } from './pin'
import { bookmarksOfTopic, deletePin, pinnedMessagesOf, updateLocation } from './storage'

type MovedTopic = {
  message_ids: readonly Run[]
  from: { channel: { stream_id: number } }
  to: { channel: { stream_id: number }; topic: string }
  isWhole: boolean
}

/**
 * Moves the pins of moved messages, and the bookmarks of a topic that moved as a whole. Each pin is published with its new place.
 * Call it after the move is published, so that a client then knows the topic.
 */
export function movePins(realm: Realm, source_id: number, { message_ids, from, to, isWhole }: MovedTopic): void {
  const { sql } = realm
  const { stream_id } = to.channel
  for (const pin of pinnedMessagesOf(sql, from.channel.stream_id))
    if (pin.message_id !== null && includesId(message_ids, pin.message_id)) placePin(realm, pin, { stream_id })
  const target = isWhole ? findTopic(realm, stream_id, to.topic) : undefined
  if (target === undefined) return
  for (const bookmark of bookmarksOfTopic(sql, source_id)) {
    if (bookmark.stream_id !== stream_id) publishRemoval(realm, bookmark)
    placePin(realm, bookmark, { stream_id, conversation_id: target.id })
  }
}

/** Deletes the bookmarks of a topic whose last message is deleted. */
export function removeBookmarksOfTopic(realm: Realm, conversation_id: number): void {
  for (const bookmark of bookmarksOfTopic(realm.sql, conversation_id)) {
    deletePin(realm.sql, bookmark.id)
    publishRemoval(realm, bookmark)
  }
}

function placePin(realm: Realm, pin: Pin, place: Partial<Pin>): void {
  const placed = { ...pin, ...place }
  updateLocation(realm.sql, placed)
  const { topic, audience } = readersOfPin(realm, placed)
  realm.publish(pinAdded({ pin: wirePin(placed, topic) }), audience)
}

/** The topic is gone from the channel, so no message says who saw the bookmark. The event has only its number. */
const publishRemoval = (realm: Realm, { id, stream_id }: Pin): void =>
  realm.publish(pinRemoved({ stream_id, pin_id: id }), channelReaders({ stream_id }))
