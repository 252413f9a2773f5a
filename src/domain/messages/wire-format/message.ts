import * as v from 'valibot'
import type { Schemas } from '../../../api/endpoint'
import { named } from '../../../api/named'
import type { MessageBody, ReadOnlyRealm } from '../../../realm'
import { getChannel } from '../../channels/channels/storage'
import { EMOJI_TYPES } from '../../customization/emoji/rules'
import { topicLinks } from '../../customization/linkifiers/topic-links'
import { realmRow } from '../../realm/settings/storage'
import { topicNameFor } from '../../channels/topics/rules'
import { recipientId, type Conversation } from '../../channels/topics/conversation'
import { unknownUserProfile } from '../../people/users/profile'
import { canSeeRealEmail } from '../../people/users/rules'
import { isSpectator } from '../../people/users/spectator'
import { dummyEmailOf, findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { Submessage } from '../submessages/storage'
import { avatarUrlFor, publicAvatarUrl } from '../../people/users/avatar'

// A message in responses and events (API rule 2): facts of the realm, and the body.

export const reactionShape = named(
  'Reaction',
  v.strictObject({
    emoji_name: v.string(),
    emoji_code: v.string(),
    reaction_type: v.picklist(EMOJI_TYPES),
    user_id: v.number(),
  }),
)
export const submessageShape = named(
  'Submessage',
  v.strictObject({
    msg_type: v.string(),
    content: v.string(),
    message_id: v.number(),
    sender_id: v.number(),
    id: v.number(),
  }),
)
export const recipientShape = named(
  'Recipient',
  v.strictObject({
    id: v.number(),
    email: v.string(),
    full_name: v.string(),
    is_mirror_dummy: v.boolean(),
  }),
)

export const topicLinkShape = v.strictObject({ text: v.string(), url: v.string() })

const messageFields = {
  id: v.number(),
  sender_id: v.number(),
  sender_email: v.string(),
  sender_full_name: v.string(),
  sender_realm_str: v.string(),
  avatar_url: v.nullable(v.string()),
  recipient_id: v.number(),
  subject: v.string(),
  timestamp: v.number(),
  topic_links: v.array(topicLinkShape),
  reactions: v.array(reactionShape),
  submessages: v.array(submessageShape),
  client: v.string(),
  content: v.string(),
  content_type: v.picklist(['text/html', 'text/x-markdown']),
  is_me_message: v.boolean(),
}

const inChannel = { type: v.literal('stream'), stream_id: v.number(), display_recipient: v.string() }
const direct = { type: v.literal('private'), display_recipient: v.array(recipientShape) }

/** Returns the shape of a message with further fields: `name` is `Message`, or begins so for one that has them. */
export const messageShapeWith = <More extends Schemas>(name: string, more: More) =>
  named(
    name,
    v.union([
      named(`Channel${name}`, v.strictObject({ ...messageFields, ...inChannel, ...more })),
      named(`Direct${name}`, v.strictObject({ ...messageFields, ...direct, ...more })),
    ]),
  )

export const messageShape = messageShapeWith('Message', {})

export type MessageFacts = ReturnType<typeof messageFacts>

/** Returns the fields of a message that are the same for all readers, without the body. */
export const messageFacts = (
  realm: ReadOnlyRealm,
  message: { id: number; sender_id: number; sent_at: number },
  conversation: Conversation,
) => ({
  id: message.id,
  ...senderFacts(realm, message.sender_id),
  ...conversationFacts(realm, conversation),
  timestamp: message.sent_at,
  reactions: [],
  submessages: NO_SUBMESSAGES,
})

function senderFacts(realm: ReadOnlyRealm, user_id: number) {
  const { email, full_name } = findUser(realm, user_id)!
  return { sender_id: user_id, sender_email: email, sender_full_name: full_name, sender_realm_str: realm.name }
}

const conversationFacts = (realm: ReadOnlyRealm, conversation: Conversation) => ({
  recipient_id: recipientId(conversation),
  ...conversationFields(realm, conversation),
  topic_links: conversation.stream_id === null ? [] : topicLinks(realm, conversation.topic),
})

const NO_SUBMESSAGES: Submessage[] = []

function conversationFields(realm: ReadOnlyRealm, conversation: Conversation) {
  if (conversation.stream_id === null) {
    const display_recipient = conversation.people.map((id) => {
      const { email, full_name } = findUser(realm, id)!
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

/** The client's options that the realm needs: they decide the avatar and the name of the general chat. */
export type DisplayOptions = { client_gravatar: boolean; knowsEmptyTopic: boolean }

type ReaderOptions = DisplayOptions & { canSee: (user: User) => boolean }

/** Returns the fields of a message for one reader, who may not be allowed to see the sender. */
export const messageForReader = (realm: ReadOnlyRealm, reader: User, facts: MessageFacts, options: ReaderOptions) => ({
  ...facts,
  subject: subjectFor(facts, options),
  ...senderSeenBy(realm, reader, facts.sender_id, options),
})

/** Returns the fields that all messages of a sender have for one reader. */
export const senderForReader = (realm: ReadOnlyRealm, reader: User, user_id: number, options: ReaderOptions) => ({
  ...senderFacts(realm, user_id),
  ...senderSeenBy(realm, reader, user_id, options),
})

/** Returns the fields that all messages of a conversation have for one reader. */
export function conversationForReader(realm: ReadOnlyRealm, conversation: Conversation, options: DisplayOptions) {
  const facts = conversationFacts(realm, conversation)
  return { ...facts, subject: subjectFor(facts, options) }
}

const subjectFor = ({ type, subject }: { type: string; subject: string }, { knowsEmptyTopic }: DisplayOptions) =>
  type === 'stream' ? topicNameFor(subject, knowsEmptyTopic) : ''

type SeenSender = Partial<ReturnType<typeof senderFacts>> & { avatar_url: string | null }

function senderSeenBy(
  realm: ReadOnlyRealm,
  reader: User,
  user_id: number,
  { client_gravatar, canSee }: ReaderOptions,
): SeenSender {
  const sender = findUser(realm, user_id)!
  if (isSpectator(reader)) return senderForSpectator(realm, sender)
  if (!canSee(sender)) return unknownSender(realm, user_id)
  return { avatar_url: avatarUrlFor(sender, client_gravatar && canSeeRealEmail(reader, sender)) }
}

// Spectators see the sender's name, but not the email address.
const senderForSpectator = (realm: ReadOnlyRealm, sender: User) => ({
  sender_email: dummyEmailOf(sender.user_id, realmRow(realm).host),
  avatar_url: publicAvatarUrl(realm, sender),
})

// Limited guests can read messages of users whom they cannot see.
function unknownSender(realm: ReadOnlyRealm, sender_id: number) {
  const { email, full_name, avatar_url } = unknownUserProfile(realm, sender_id)
  return { sender_email: email, sender_full_name: full_name, avatar_url: avatar_url ?? null }
}

/** Returns the fields of a message that come from its body: with HTML, or with the Markdown source. */
export const bodyFields = (body: MessageBody, apply_markdown: boolean) => ({
  content: apply_markdown ? body.rendered_content : body.content,
  content_type: apply_markdown ? ('text/html' as const) : ('text/x-markdown' as const),
  client: body.client,
  is_me_message: body.is_me_message,
})
