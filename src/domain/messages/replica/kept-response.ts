import * as v from 'valibot'
import { named } from '../../../api/named'
import type { WithBodies } from '../pages/message-response'
import { reactionShape, recipientShape, submessageShape, topicLinkShape } from '../wire-format/message'

// Messages for clients that keep them: what several messages have in common goes once, and what a message lacks is missing.

export const keptSenderShape = named(
  'KeptSender',
  v.strictObject({
    sender_id: v.number(),
    sender_email: v.string(),
    sender_full_name: v.string(),
    sender_realm_str: v.string(),
    avatar_url: v.nullable(v.string()),
  }),
)

const conversationFields = { recipient_id: v.number(), subject: v.string(), topic_links: v.array(topicLinkShape) }

export const keptConversationShape = named(
  'KeptConversation',
  v.union([
    named(
      'KeptTopic',
      v.strictObject({
        ...conversationFields,
        type: v.literal('stream'),
        stream_id: v.number(),
        display_recipient: v.string(),
      }),
    ),
    named(
      'KeptDirectConversation',
      v.strictObject({ ...conversationFields, type: v.literal('private'), display_recipient: v.array(recipientShape) }),
    ),
  ]),
)

export const keptMessageShape = named(
  'KeptMessage',
  v.strictObject({
    id: v.number(),
    sender: v.number(),
    conversation: v.number(),
    timestamp: v.number(),
    content: v.string(),
    version: v.optional(v.number()),
    is_me_message: v.optional(v.literal(true)),
    flags: v.optional(v.array(v.string())),
    reactions: v.optional(v.array(reactionShape)),
    submessages: v.optional(v.array(submessageShape)),
    last_edit_timestamp: v.optional(v.number()),
    last_moved_timestamp: v.optional(v.number()),
  }),
)

export const placeShape = named(
  'KeptPlaceName',
  v.union([
    v.strictObject({ stream_id: v.number(), topic: v.string() }),
    v.strictObject({ user_ids: v.array(v.number()) }),
  ]),
)

type Sender = v.InferOutput<typeof keptSenderShape>
type Conversation = v.InferOutput<typeof keptConversationShape>
type Kept = v.InferOutput<typeof keptMessageShape>

/** The client has them in its state. */
const FLAGS_OF_STATE = new Set(['read', 'starred'])

export function packKept(found: WithBodies['messages'], versions: ReadonlyMap<number, number>) {
  const senders = new Map<number, { at: number; sender: Sender }>()
  const conversations = new Map<string, { at: number; conversation: Conversation }>()
  const messages = found.map(({ message, body }): Kept => {
    const { sender_id, sender_email, sender_full_name, sender_realm_str, avatar_url } = message
    const sender = senders.get(sender_id) ?? {
      at: senders.size,
      sender: { sender_id, sender_email, sender_full_name, sender_realm_str, avatar_url },
    }
    senders.set(sender_id, sender)
    const { recipient_id, subject, topic_links } = message
    const key = `${recipient_id} ${subject}`
    const of = message.type === 'stream' ? inTopic(message) : directly(message)
    const existing = conversations.get(key) ?? {
      at: conversations.size,
      conversation: { recipient_id, subject, topic_links, ...of },
    }
    conversations.set(key, existing)
    const flags = message.flags.filter((flag) => !FLAGS_OF_STATE.has(flag))
    const { id, timestamp } = message
    const { reactions, submessages, last_edit_timestamp, last_moved_timestamp }: Partial<Kept> = message
    const version = versions.get(id)
    return {
      id,
      sender: sender.at,
      conversation: existing.at,
      timestamp,
      content: body.rendered_content,
      ...(version === undefined ? {} : { version }),
      ...(body.is_me_message ? { is_me_message: true as const } : {}),
      ...(flags.length > 0 ? { flags } : {}),
      ...(reactions && reactions.length > 0 ? { reactions } : {}),
      ...(submessages && submessages.length > 0 ? { submessages } : {}),
      ...(last_edit_timestamp === undefined ? {} : { last_edit_timestamp }),
      ...(last_moved_timestamp === undefined ? {} : { last_moved_timestamp }),
    }
  })
  return {
    senders: [...senders.values()].map(({ sender }) => sender),
    conversations: [...conversations.values()].map(({ conversation }) => conversation),
    messages,
  }
}

type InTopic = { type: 'stream'; stream_id: number; display_recipient: string }
type Directly = { type: 'private'; display_recipient: v.InferOutput<typeof recipientShape>[] }

const inTopic = ({ type, stream_id, display_recipient }: InTopic) => ({ type, stream_id, display_recipient })
const directly = ({ type, display_recipient }: Directly) => ({ type, display_recipient })
