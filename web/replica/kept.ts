import type { Event, FoundMessage, KeptConversation, KeptMessage, KeptSender, Message } from '../../client-state/wire'

/** A message as the replica keeps it: without its conversation, which a move changes, and without what the state of the client has. */
export type Kept = Omit<KeptMessage, 'sender' | 'conversation'> & { sender_id: number }

/** A message with what the replica keeps once for many. */
export type Row = { kept: Kept; sender: KeptSender; conversation: KeptConversation }

type Packed = { senders: KeptSender[]; conversations: KeptConversation[]; messages: KeptMessage[] }

/** Returns the messages of an answer. */
export const rowsOf = ({ senders, conversations, messages }: Packed): Row[] =>
  messages.flatMap(({ sender: at, conversation: within, ...rest }) => {
    const [sender, conversation] = [senders[at], conversations[within]]
    return sender && conversation ? [{ kept: { ...rest, sender_id: sender.sender_id }, sender, conversation }] : []
  })

const FLAGS_OF_STATE = new Set(['read', 'starred'])
export const keptFlags = (flags: readonly string[]): string[] => flags.filter((flag) => !FLAGS_OF_STATE.has(flag))

/** Returns a message that an event has. */
export function rowOf(message: Message, flags: readonly string[]): Row {
  const { id, sender_id, timestamp, content, is_me_message, reactions, submessages } = message
  const { sender_email, sender_full_name, sender_realm_str, avatar_url } = message
  const { recipient_id, subject, topic_links } = message
  const shared = { recipient_id, subject, topic_links }
  return {
    kept: withoutEmpty({
      id,
      sender_id,
      timestamp,
      content,
      is_me_message,
      flags: keptFlags(flags),
      reactions,
      submessages,
    }),
    sender: { sender_id, sender_email, sender_full_name, sender_realm_str, avatar_url },
    conversation:
      message.type === 'stream'
        ? { ...shared, type: 'stream', stream_id: message.stream_id, display_recipient: message.display_recipient }
        : { ...shared, type: 'private', display_recipient: message.display_recipient },
  }
}

export type Full = Pick<Kept, 'id' | 'sender_id' | 'timestamp' | 'content'> &
  Pick<Message, 'reactions' | 'submessages' | 'is_me_message'> & { flags: string[] } & Pick<
    Kept,
    'version' | 'last_edit_timestamp' | 'last_moved_timestamp'
  >

/** Returns a message with all of its fields. */
export const fullOf = (kept: Kept): Full => ({
  ...kept,
  flags: kept.flags ?? [],
  reactions: kept.reactions ?? [],
  submessages: kept.submessages ?? [],
  is_me_message: kept.is_me_message ?? false,
})

/** Returns a message without the fields that are as usual. */
export function withoutEmpty({ flags, reactions, submessages, is_me_message, ...rest }: Full): Kept {
  return {
    ...rest,
    ...(is_me_message ? { is_me_message } : {}),
    ...(flags.length > 0 ? { flags } : {}),
    ...(reactions.length > 0 ? { reactions } : {}),
    ...(submessages.length > 0 ? { submessages } : {}),
  }
}

/** Returns a message as the server answers it. `flags` are those that the state of the client has. */
export function foundMessage({ kept, sender, conversation }: Row, flags: readonly string[]): FoundMessage {
  const { version: _, flags: own, ...full } = fullOf(kept)
  const shared = { ...full, ...sender, client: '', content_type: 'text/html' as const, flags: [...flags, ...own] }
  return conversation.type === 'stream' ? { ...shared, ...conversation } : { ...shared, ...conversation }
}

/** Returns the messages of a stored pack. Ids ascend. What is before the list is checked elsewhere. */
export function packOf(stored = '[]'): Kept[] {
  const pack: Kept[] = JSON.parse(stored.slice(stored.indexOf('[')))
  return pack
}

/** The events that change what a replica keeps. */
export const isAboutMessages = ({ type }: Event): boolean => TYPES.has(type)

const TYPES = new Set<Event['type']>([
  'message',
  'update_message',
  'delete_message',
  'update_message_flags',
  'reaction',
  'submessage',
  'subscription',
  'stream',
])
