import { copied } from './declaration'

/** Conversations, and what belongs to messages beside the message index and the bodies. */
export const messageTables = {
  conversations: copied('id', 'id stream_id topic topic_key people min_id max_id moved'),
  participants: copied('user_id conversation_id', 'user_id conversation_id'),
  moves: copied('id', 'id user_id moved_at stream_id topic new_stream_id new_topic bot_message_id'),
  segments: copied('origin_id from_id', 'origin_id from_id to_id conversation_id moves'),
  mentions: copied('message_id user_id', 'message_id user_id'),
  group_mentions: copied('message_id', 'message_id user_ids', { sets: 'user_ids' }),
  topic_mentions: copied('message_id', 'message_id user_ids', { sets: 'user_ids' }),
  message_edits: copied('id', 'id message_id user_id edited_at'),
  message_flags: copied('user_id flag chunk', 'user_id flag chunk ids', { sets: 'ids' }),
  read_up_to_ids: copied('user_id', 'user_id message_id'),
  manually_unread: copied('user_id chunk', 'user_id chunk at_event ids', { sets: 'ids' }),
  reactions: copied(
    'message_id reaction_type emoji_code user_id',
    'message_id reaction_type emoji_code user_id emoji_name position',
  ),
  submessages: copied('message_id id', 'message_id id sender_id msg_type content'),
  attachments: copied(
    'id',
    'id path_id key owner_id name size content_type created_at unreferenced_since picture_type width height',
    {
      withheld: {
        etag: 'derived',
        is_animated: 'derived',
        thumbnail: 'derived',
        thumbnail_due: 'derived',
        thumbnail_size: 'derived',
        thumbnail_etag: 'derived',
        animation_size: 'derived',
        animation_etag: 'derived',
      },
      filled: { etag: `'"' || lower(hex(randomblob(16))) || '"'` },
    },
  ),
  attachment_messages: copied('attachment_id message_id', 'attachment_id message_id'),
  drafts: copied('id', 'id user_id type recipients topic content timestamp'),
  reminders: copied(
    'reminder_id',
    'reminder_id user_id message_id note content rendered_content scheduled_delivery_timestamp',
  ),
  scheduled_messages: copied(
    'scheduled_message_id',
    `scheduled_message_id sender_id stream_id people topic content parsed rendered_content client read_by_sender
     scheduled_delivery_timestamp failed sent_at`,
  ),
  // The import gives events the ids after those of the copy.
  counters: copied('name', 'name value', { rows: `name <> 'event'` }),
}

/** The message index and the bodies in D1 are one list in a copy, and the earlier versions in D1 another. */
export const messageColumns = {
  message_index: 'id conversation_id sender_id sent_at index_flags'.split(' '),
  messages: 'id content rendered_content client is_me_message'.split(' '),
  old_versions: 'id content rendered_content'.split(' '),
}
