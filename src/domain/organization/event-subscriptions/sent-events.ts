import { at, integerAt, textAt } from './read-event'
import { parseJson } from '../../../api/parse-json'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findReadableChannel, findVisibleChannel } from '../../channels/subscriptions/access'
import { isTopicResolved, isResolveToggle } from '../../channels/topics/rules'
import { MessageAccess } from '../../messages/access/access'
import { findMessage } from '../../messages/message-index/storage'
import { messageForBot } from '../../messages/pages/load-messages'
import { bodyFields } from '../../messages/wire-format/message'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { EventName, EventSubscription, SentEvent } from './subscription'

/** The types of the event log that a subscription needs. */
const TYPES: Record<EventName, string> = {
  message: 'message',
  reaction: 'reaction',
  membership: 'subscription',
  topic_resolved: 'update_message',
}
export const eventTypesOf = ({ events }: Pick<EventSubscription, 'events'>): string[] =>
  events.map((name) => TYPES[name])

/**
 * Returns an event of the bot's queue as its receiver gets it; undefined if the receiver does not get it. The queue has the events
 * that the bot could see when they happened. The sender of the event checks whether the bot can still read its message.
 */
export function sentEvent(realm: Realm, bot: User, json: string): SentEvent | undefined {
  const event = parseJson(json)
  const event_id = integerAt(event, 'id') ?? 0
  const sent = (type: string, data: object, message_id?: number): SentEvent => ({ event_id, type, data, message_id })
  switch (textAt(event, 'type') ?? '') {
    case 'message': {
      const message = at(event, 'message')
      const message_id = integerAt(message, 'id') ?? 0
      // Two bots would answer each other for ever.
      if (findUser(realm, integerAt(message, 'sender_id') ?? 0)?.is_bot !== false) return undefined
      return sent('message.sent', { message }, message_id)
    }
    case 'reaction': {
      const message_id = integerAt(event, 'message_id') ?? 0
      const user_id = integerAt(event, 'user_id') ?? 0
      if (user_id === bot.user_id) return undefined
      const [emoji_name, emoji_code, reaction_type] = EMOJI_FIELDS.map((name) => textAt(event, name))
      const type = textAt(event, 'op') === 'add' ? 'reaction.added' : 'reaction.removed'
      return sent(type, { message_id, user_id, emoji_name, emoji_code, reaction_type }, message_id)
    }
    case 'subscription':
      return membership(realm, bot, event, sent)
    case 'update_message':
      return topicResolved(realm, bot, event, sent)
    default:
      return undefined
  }
}

type Send = (type: string, data: object) => SentEvent

const EMOJI_FIELDS = ['emoji_name', 'emoji_code', 'reaction_type']
const MEMBERSHIPS: Readonly<Record<string, string>> = {
  add: 'membership.added',
  peer_add: 'membership.added',
  remove: 'membership.removed',
  peer_remove: 'membership.removed',
}

const integers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : []

/** Events about the bot itself name channels, and events about others name the ids of channels and users. */
function membership(realm: ReadOnlyRealm, bot: User, event: unknown, sent: Send): SentEvent | undefined {
  const op = textAt(event, 'op') ?? ''
  const type = Object.hasOwn(MEMBERSHIPS, op) ? MEMBERSHIPS[op] : undefined
  if (type === undefined) return undefined
  const own = at(event, 'subscriptions')
  const isOwn = Array.isArray(own)
  const ids = isOwn
    ? integers(own.map((channel) => integerAt(channel, 'stream_id')))
    : integers(at(event, 'stream_ids'))
  // A bot that was unsubscribed from a private channel does not see it, but knows that it left it.
  const stream_ids = isOwn ? ids : ids.filter((id) => findVisibleChannel(realm, bot, id) !== undefined)
  const user_ids = isOwn ? [bot.user_id] : integers(at(event, 'user_ids'))
  return stream_ids.length === 0 ? undefined : sent(type, { stream_ids, user_ids })
}

function topicResolved(realm: ReadOnlyRealm, bot: User, event: unknown, sent: Send): SentEvent | undefined {
  const [before, after] = [textAt(event, 'orig_subject'), textAt(event, 'subject')]
  const stream_id = integerAt(event, 'stream_id') ?? 0
  if (before === undefined || after === undefined || integerAt(event, 'new_stream_id') !== undefined) return undefined
  if (!isResolveToggle(before, after) || findReadableChannel(realm, bot, stream_id) === undefined) return undefined
  const user_id = integerAt(event, 'user_id') ?? null
  const type = isTopicResolved(after) ? 'topic.resolved' : 'topic.unresolved'
  return sent(type, { stream_id, topic: after, previous_topic: before, user_id })
}

export function canRead(realm: Realm, bot: User, message_id: number): boolean {
  const message = findMessage(realm, message_id)
  return message !== undefined && new MessageAccess(realm, bot).canRead(message)
}

/** Returns the event about a message as it is now, or undefined if the bot cannot read it any more. */
export async function messageAgain(realm: Realm, bot: User, message_id: number): Promise<object | undefined> {
  const body = await realm.bodies.loadOne(message_id)
  const row = findMessage(realm, message_id)
  if (body === undefined || row === undefined || !canRead(realm, bot, message_id)) return undefined
  return { message: { ...messageForBot(realm, bot, row), ...bodyFields(body, false) } }
}
