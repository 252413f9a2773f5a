import * as v from 'valibot'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type ReadOnlyRealm, type Realm } from '../../../realm'
import { bodyFields, messageShape, messageForReader } from '../../messages/wire-format/message'
import { mentionFlagsOf, unreceivedFlags } from '../../messages/access/flags'
import { newestOwnMessageId } from '../../messages/narrows/newest-message'
import { supportsEmptyTopic } from '../../channels/topics/rules'
import { canSeeRealEmail } from '../../people/users/rules'
import { findVisibleUserByEmail } from '../../people/users/find-visible-user'
import { canSeeUser, isLimited } from '../../people/users/visible-users'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { matchesEventNarrow } from './event-narrow'
import type { SentFacts } from './sent-facts'

export const messageSent = event<SentFacts>({
  type: 'message',
  summary: 'A message was sent.',
  recipients: {
    users:
      'the sender and the recipients of a direct message, and a bot that is mentioned in a channel which it can read',
    subscribers: true,
    all_public_streams: true,
  },
  dependsOn: ['apply_markdown', 'client_gravatar', 'narrow', 'empty_topic_name'],
  updates: ['message', 'recent_private_conversations'],
  fields: { message: messageShape, flags: v.array(v.string()), local_message_id: v.optional(v.string()) },
  accepts: (realm, facts, queue) =>
    queue.narrow.length === 0 ||
    matchesEventNarrow(
      queue.narrow,
      facts,
      flagsFor(facts, queue.user_id),
      isSender(realm, findUser(realm, queue.user_id)!, facts.message.sender_id),
    ),
  variant: (realm, { message }, queue) => {
    const { client } = queue
    const reader = findUser(realm, queue.user_id)!
    const sender = findUser(realm, message.sender_id)!
    const computesAvatar = client.client_gravatar && canSeeRealEmail(reader, sender)
    const knowsTopic = message.subject !== '' || supportsEmptyTopic(client)
    return `${canSeeUser(realm, reader, sender)} ${client.apply_markdown} ${computesAvatar} ${knowsTopic}`
  },
  encode: (realm, { message, body }, queue) => {
    const reader = findUser(realm, queue.user_id)!
    const options = {
      client_gravatar: queue.client.client_gravatar,
      knowsEmptyTopic: supportsEmptyTopic(queue.client),
      canSee: (sender: User) => canSeeUser(realm, reader, sender),
    }
    return {
      message: {
        ...messageForReader(realm, reader, message, options),
        ...bodyFields(body, queue.client.apply_markdown),
      },
    }
  },
  repeats: (realm, { message, mentioned, topic_wildcard, alerted, read_by, unread_only_for }) => {
    const { is_bot, email_address_visibility } = findUser(realm, message.sender_id)!
    const withFlags = [mentioned, topic_wildcard, alerted, read_by, unread_only_for].flatMap(
      (user_ids) => user_ids ?? [],
    )
    return {
      group: `${is_bot} ${email_address_visibility} ${message.subject === ''}`,
      exceptions: [message.sender_id, ...withFlags],
      isException: ({ narrow, user_id }) => narrow.length > 0 || isLimited(realm, findUser(realm, user_id)!),
    }
  },
  personal: (_, facts, queue) => ({
    flags: flagsFor(facts, queue.user_id),
    ...(isSenders(facts, queue) ? { local_message_id: facts.echo?.local_id } : {}),
  }),
})

/** Only a client of the sender shows the message already. Another user's client would take the id for one of its own messages. */
const isSenders = ({ echo, message }: SentFacts, { queue_id, user_id }: Queue): boolean =>
  echo?.queue_id === queue_id && message.sender_id === user_id

/** Returns whether the operand is the id of the sender, or an address that `listener` can see. */
const isSender =
  (realm: ReadOnlyRealm, listener: User, sender_id: number) =>
  (operand: string | number): boolean =>
    String(operand) === String(sender_id) ||
    findVisibleUserByEmail(realm, listener, String(operand))?.user_id === sender_id

function flagsFor(facts: SentFacts, user_id: number): string[] {
  const { read_by, unread_only_for, alerted, mentioned, channel_wildcard, topic_wildcard, programs } = facts
  if (programs?.includes(user_id)) return ['read', ...unreceivedFlags(true)]
  const flags: string[] = []
  if (read_by.includes(user_id) || unread_only_for?.includes(user_id) === false) flags.push('read')
  if (alerted?.includes(user_id)) flags.push('has_alert_word')
  const mentions = {
    isMentioned: mentioned.includes(user_id),
    byChannel: channel_wildcard,
    byTopic: topic_wildcard?.includes(user_id) ?? false,
  }
  return [...flags, ...mentionFlagsOf(mentions)]
}

export const newestMessageState = stateSlice({
  fetchedFor: ['message'],
  fields: { max_message_id: v.number() },
  read: (realm: Realm, actor: User) => ({ max_message_id: newestOwnMessageId(realm, actor) }),
})
