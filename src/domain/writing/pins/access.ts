import type { AudiencePart } from '../../../events/event'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { findConversation } from '../../channels/topics/lookup-storage'
import { MessageLocations } from '../../channels/topics/message-locations'
import { MessageAccess } from '../../messages/access/access'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { channelReaders, readersOf } from '../../messages/access/readers'
import type { IndexRow } from '../../messages/message-index/message'
import { findMessage, rowsWithIds } from '../../messages/message-index/storage'
import type { User } from '../../people/users/user'
import { wirePin, type Pin, type WirePin } from './pin'
import { MAX_PINS_PER_CHANNEL } from './rules'
import { pinsOfChannel } from './storage'

/**
 * Who sees a pin follows from one message: the pinned one, or the newest one in the topic of a bookmark. Users who can read it see
 * the pin. A bookmark of the whole channel has none: all who can read messages of the channel see it.
 */
const decidingMessage = (realm: ReadOnlyRealm, pin: Pin): number | undefined =>
  pin.message_id ?? (pin.conversation_id === null ? undefined : findConversation(realm, pin.conversation_id)?.max_id)

/** Returns the newest pins of a channel that the reader can see. The reader must be able to read the channel. */
export function visiblePins(realm: Realm, reader: User, { stream_id }: Channel): WirePin[] {
  const access = new MessageAccess(realm, reader)
  return pinsInSight(realm, stream_id, (row) => access.canRead(row))
}

/** Returns the newest pins of a channel whose deciding message can be read. */
export function pinsInSight(realm: ReadOnlyRealm, stream_id: number, canRead: (row: IndexRow) => boolean): WirePin[] {
  const pins = pinsOfChannel(realm.sql, stream_id, MAX_PINS_PER_CHANNEL).map((pin) => ({
    pin,
    decidedBy: decidingMessage(realm, pin),
  }))
  const rows = rowsWithIds(realm.sql, [...new Set(pins.flatMap(({ decidedBy }) => decidedBy ?? []))])
  const locations = new MessageLocations(realm)
  locations.prepare(rows)
  const topics = new Map(
    rows.filter(canRead).map((row): [number, string | null] => [row.id, locations.of(row).conversation.topic]),
  )
  return pins.flatMap(({ pin, decidedBy }) => {
    if (decidedBy === undefined) return [wirePin(pin, null)]
    const topic = topics.get(decidedBy)
    return topic === undefined ? [] : [wirePin(pin, topic)]
  })
}

export function canSeePin(realm: Realm, reader: User, pin: Pin): boolean {
  if (findReadableChannel(realm, reader, pin.stream_id) === undefined) return false
  const decidedBy = decidingMessage(realm, pin)
  const message = decidedBy === undefined ? undefined : findMessage(realm, decidedBy)
  return decidedBy === undefined || (message !== undefined && new MessageAccess(realm, reader).canRead(message))
}

/** Returns the users who can see a pin, and the name of its topic. */
export function readersOfPin(realm: ReadOnlyRealm, pin: Pin): { topic: string | null; audience: AudiencePart } {
  const decidedBy = decidingMessage(realm, pin)
  const message = decidedBy === undefined ? undefined : findMessage(realm, decidedBy)
  if (message === undefined) return { topic: null, audience: channelReaders({ stream_id: pin.stream_id }) }
  return { topic: message.conversation.topic, audience: readersOf(message) }
}
