import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { getChannel } from '../../channels/channels/storage'
import { loadViewerAccess, requireReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import { getVisibleMessage } from '../../messages/access/access'
import { noSuchTopic } from '../../messages/read-state/rules'
import { findVisibleTopic } from '../../messages/topic-list/visible-topics'
import { hasRealmPermission } from '../../people/groups/membership'
import type { User } from '../../people/users/user'
import { canSeePin, readersOfPin } from './access'
import { pinAdded, pinRemoved } from './events'
import { mayPin } from './permission-rules'
import { wirePin, type Pin } from './pin'
import {
  alreadyPinned,
  notPermittedToPin,
  onlyChannelMessages,
  pinDoesNotExist,
  refusalOfBookmark,
  refusalOfPinCount,
} from './rules'
import { countPinsOfChannel, deletePin, findPin, findPinOfMessage, insertPin } from './storage'

/** Pins a message of a channel for all who can read it. */
export function pinMessage(realm: Realm, actor: User, message_id: number): Pin {
  const { conversation } = getVisibleMessage(realm, actor, message_id)
  if (conversation.stream_id === null) throw onlyChannelMessages({})
  const channel = getChannel(realm, conversation.stream_id)
  requirePermission(realm, actor, channel)
  if (findPinOfMessage(realm.sql, message_id)) throw alreadyPinned({})
  return addPin(realm, actor, {
    stream_id: channel.stream_id,
    message_id,
    conversation_id: null,
    title: null,
    url: null,
  })
}

export type NewBookmark = { stream_id: number; topic?: string; title: string; url: string }

/** Adds a bookmark to a channel, or to a topic that the actor can see. */
export function addBookmark(realm: Realm, actor: User, { stream_id, topic, ...bookmark }: NewBookmark): Pin {
  const channel = requireReadableChannel(realm, actor, stream_id)
  requirePermission(realm, actor, channel)
  const text = { title: bookmark.title.trim(), url: bookmark.url.trim() }
  const refusal = refusalOfBookmark(text)
  if (refusal) throw refusal
  const found = topic === undefined ? undefined : findVisibleTopic(realm, actor, channel, resolveTopicName(topic))
  if (topic !== undefined && found === undefined) throw noSuchTopic({ topic })
  return addPin(realm, actor, { stream_id, message_id: null, conversation_id: found?.id ?? null, ...text })
}

/** Removes a pin that the actor can see. */
export function unpin(realm: Realm, actor: User, pin_id: number): void {
  const pin = findPin(realm.sql, pin_id)
  if (pin === undefined || !canSeePin(realm, actor, pin)) throw pinDoesNotExist({})
  requirePermission(realm, actor, getChannel(realm, pin.stream_id))
  const { audience } = readersOfPin(realm, pin)
  deletePin(realm.sql, pin_id)
  realm.publish(pinRemoved({ stream_id: pin.stream_id, pin_id }), audience)
}

function addPin(realm: Realm, { user_id }: User, pin: Omit<Pin, 'id' | 'user_id' | 'pinned_at'>): Pin {
  const refusal = refusalOfPinCount(countPinsOfChannel(realm.sql, pin.stream_id))
  if (refusal) throw refusal
  const added = insertPin(realm.sql, { ...pin, user_id, pinned_at: realm.now() })
  const { topic, audience } = readersOfPin(realm, added)
  realm.publish(pinAdded({ pin: wirePin(added, topic) }), audience)
  return added
}

function requirePermission(realm: ReadOnlyRealm, actor: User, channel: Channel): void {
  const realmMayResolve = hasRealmPermission(realm, actor, 'can_resolve_topics_group')
  if (!mayPin(channel, loadViewerAccess(realm, actor, channel), realmMayResolve)) throw notPermittedToPin({})
}
