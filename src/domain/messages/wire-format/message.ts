import * as v from 'valibot'
import type { MessageBody, Realm } from '../../../realm'
import { getChannel } from '../../channels/channels/storage'
import { topicLinks } from '../../customization/linkifiers/storage'
import { realmRow } from '../../realm/settings/storage'
import { topicNameFor } from '../../channels/topics/rules'
import type { Conversation } from '../../channels/topics/conversation'
import { recipientId } from '../../channels/topics/storage'
import { avatarUrl, pictureInPublic, unknownUser } from '../../people/users/profile'
import { canSeeRealEmail } from '../../people/users/rules'
import { isSpectator } from '../../people/users/spectator'
import { dummyEmailOf, maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { Submessage } from '../submessages/storage'

/** A message on the wire (specification 2.3): what the realm knows of it, and its body. */
const reactionShape = v.strictObject({
  emoji_name: v.string(),
  emoji_code: v.string(),
  reaction_type: v.string(),
  user_id: v.number(),
})
const submessageShape = v.strictObject({
  msg_type: v.string(),
  content: v.string(),
  message_id: v.number(),
  sender_id: v.number(),
  id: v.number(),
})
const recipientShape = v.strictObject({
  id: v.number(),
  email: v.string(),
  full_name: v.string(),
  is_mirror_dummy: v.boolean(),
})

const messageFields = {
  id: v.number(),
  type: v.picklist(['stream', 'private']),
  sender_id: v.number(),
  sender_email: v.string(),
  sender_full_name: v.string(),
  sender_realm_str: v.string(),
  avatar_url: v.nullable(v.string()),
  recipient_id: v.number(),
  stream_id: v.optional(v.number()),
  display_recipient: v.union([v.string(), v.array(recipientShape)]),
  subject: v.string(),
  timestamp: v.number(),
  topic_links: v.array(v.strictObject({ text: v.string(), url: v.string() })),
  reactions: v.array(reactionShape),
  submessages: v.array(submessageShape),
  client: v.string(),
  content: v.string(),
  content_type: v.picklist(['text/html', 'text/x-markdown']),
  is_me_message: v.boolean(),
}

export const messageShape = v.strictObject(messageFields)

/** All of a message that the realm knows; what differs between readers is not in it yet. */
export type MessageFacts = ReturnType<typeof messageFacts>

export function messageFacts(
  realm: Realm,
  message: { id: number; sender_id: number; sent_at: number },
  conversation: Conversation,
) {
  const sender = maybeUser(realm, message.sender_id)!
  return {
    id: message.id,
    sender_id: sender.user_id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: realm.name,
    recipient_id: recipientId(conversation),
    ...conversationFields(realm, conversation),
    timestamp: message.sent_at,
    topic_links: conversation.stream_id === null ? [] : topicLinks(realm, conversation.topic),
    reactions: [],
    submessages: NO_SUBMESSAGES,
  }
}

const NO_SUBMESSAGES: Submessage[] = []

function conversationFields(realm: Realm, conversation: Conversation) {
  if (conversation.stream_id === null) {
    const display_recipient = conversation.people.map((id) => {
      const { email, full_name } = maybeUser(realm, id)!
      return { id, email, full_name, is_mirror_dummy: false }
    })
    return { type: 'private' as const, display_recipient, subject: '' }
  }
  const { name } = getChannel(realm, conversation.stream_id)
  return {
    type: 'stream' as const,
    stream_id: conversation.stream_id,
    display_recipient: name,
    subject: conversation.topic,
  }
}

/** How one reader wants messages, as far as the realm must know: they decide which picture and which topic name is shown. */
export type DisplayOptions = { client_gravatar: boolean; knowsEmptyTopic: boolean }

type Knows = { knows: (user: User) => boolean }

export function messageForReader(realm: Realm, reader: User, facts: MessageFacts, shown: DisplayOptions & Knows) {
  const { client_gravatar, knowsEmptyTopic, knows } = shown
  const sender = maybeUser(realm, facts.sender_id)!
  const subject = facts.type === 'stream' ? topicNameFor(facts.subject, knowsEmptyTopic) : ''
  if (isSpectator(reader)) return { ...facts, subject, ...senderForSpectator(realm, sender) }
  if (!knows(sender)) return { ...facts, subject, ...unknownSender(realm, facts) }
  return { ...facts, subject, avatar_url: avatarUrl(sender, client_gravatar && canSeeRealEmail(reader, sender)) }
}

// What is said in public is said under one's name. Addresses are for those inside.
const senderForSpectator = (realm: Realm, sender: User) => ({
  sender_email: dummyEmailOf(sender.user_id, realmRow(realm).host),
  avatar_url: pictureInPublic(realm, sender),
})

// Guests of some realms read what people said of whom they may not know.
function unknownSender(realm: Realm, { sender_id }: MessageFacts) {
  const { email, full_name, avatar_url } = unknownUser(realm, sender_id)
  return { sender_email: email, sender_full_name: full_name, avatar_url: avatar_url ?? null }
}

/** The body's part of a message, as HTML or as it was written. */
export const bodyFields = (body: MessageBody, apply_markdown: boolean) => ({
  content: apply_markdown ? body.rendered_content : body.content,
  content_type: apply_markdown ? ('text/html' as const) : ('text/x-markdown' as const),
  client: body.client,
  is_me_message: body.is_me_message,
})
