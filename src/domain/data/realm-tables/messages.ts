import { copied, type ExportedDuties } from './declaration'

/** Conversations, and what belongs to messages beside the message index and the bodies. */
export const messageTables = {
  conversations: copied('id', 'id stream_id topic topic_key people min_id max_id moved', {
    kept: 'organization',
    exported: 'messages',
    reference: 'zerver_huddle messages',
  }),
  participants: copied('user_id conversation_id', 'user_id conversation_id', {
    kept: 'numbers',
    exported: 'nowhere',
    reference: 'zerver_huddle',
  }),
  moves: copied('id', 'id user_id moved_at stream_id topic new_stream_id new_topic bot_message_id', {
    kept: 'organization',
    exported: 'messages',
    reference: 'messages',
  }),
  segments: copied('origin_id from_id', 'origin_id from_id to_id conversation_id moves', {
    kept: 'numbers',
    exported: 'messages',
    reference: 'messages',
  }),
  mentions: copied('message_id user_id', 'message_id user_id', {
    kept: 'numbers',
    exported: 'nowhere',
    reference: 'messages',
  }),
  group_mentions: copied(
    'message_id',
    'message_id user_ids',
    { kept: 'numbers', exported: 'nowhere', reference: 'messages' },
    { sets: 'user_ids' },
  ),
  topic_mentions: copied(
    'message_id',
    'message_id user_ids',
    { kept: 'numbers', exported: 'nowhere', reference: 'messages' },
    { sets: 'user_ids' },
  ),
  message_edits: copied('id', 'id message_id user_id edited_at', {
    kept: 'conversation',
    exported: 'messages',
    reference: 'messages',
  }),
  // A text that is not taken over yet is in no copy: the next one has it.
  held_messages: copied(
    'id',
    'id sender_id sent_at index_flags stream_id topic people earlier_channels deleted_at content rendered_content',
    { kept: 'discovery', exported: 'nowhere', reference: 'nowhere' },
    { rows: 'content IS NOT NULL' },
  ),
  held_versions: copied(
    'id',
    'id message_id user_id edited_at content rendered_content',
    { kept: 'discovery', exported: 'nowhere', reference: 'nowhere' },
    { rows: 'content IS NOT NULL' },
  ),
  held_files: copied('message_id key', 'message_id key name size content_type owner_id', {
    kept: 'discovery',
    exported: 'nowhere',
    reference: 'nowhere',
  }),
  message_flags: copied(
    'user_id flag chunk',
    'user_id flag chunk ids',
    { deleted: 'user_id', exported: 'personal', reference: 'messages' },
    { sets: 'ids' },
  ),
  read_up_to_ids: copied('user_id', 'user_id message_id', {
    deleted: 'user_id',
    exported: 'personal',
    reference: 'messages',
  }),
  manually_unread: copied(
    'user_id chunk',
    'user_id chunk at_event ids',
    { deleted: 'user_id', exported: 'personal', reference: 'messages' },
    { sets: 'ids' },
  ),
  reactions: copied(
    'message_id reaction_type emoji_code user_id',
    'message_id reaction_type emoji_code user_id emoji_name position',
    { kept: 'numbers', exported: 'messages', reference: 'zerver_reaction' },
  ),
  pins: copied('id', 'id stream_id message_id conversation_id title url user_id pinned_at', {
    kept: 'organization',
    exported: 'channels',
    reference: 'nowhere',
  }),
  submessages: copied('message_id id', 'message_id id sender_id msg_type content', {
    kept: 'conversation',
    exported: 'messages',
    reference: 'zerver_submessage',
  }),
  attachments: copied(
    'id',
    'id path_id key owner_id name size content_type created_at unreferenced_since picture_type width height',
    { kept: 'emptied', exported: 'attachments', reference: 'zerver_attachment uploads' },
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
  attachment_messages: copied('attachment_id message_id', 'attachment_id message_id', {
    kept: 'conversation',
    exported: 'attachments',
    reference: 'zerver_attachment',
  }),
  drafts: copied('id', 'id user_id type recipients topic content timestamp', {
    deleted: 'user_id',
    exported: 'personal',
    reference: 'nowhere',
  }),
  reminders: copied(
    'reminder_id',
    'reminder_id user_id message_id note content rendered_content scheduled_delivery_timestamp',
    { deleted: 'user_id', exported: 'personal', reference: 'nowhere' },
  ),
  scheduled_messages: copied(
    'scheduled_message_id',
    `scheduled_message_id sender_id stream_id people topic content parsed rendered_content client read_by_sender
     scheduled_delivery_timestamp failed sent_at`,
    { deleted: 'sender_id', exported: 'personal', reference: 'zerver_scheduledmessage' },
  ),
  // The import gives events the ids after those of the copy.
  counters: copied(
    'name',
    'name value',
    { kept: 'nothing', exported: 'nowhere', reference: 'nowhere', staysAtImport: true },
    { rows: `name <> 'event'` },
  ),
}

/** The message index and the bodies in D1 are one list in a copy, and the earlier versions in D1 another. */
export const messageIndex = {
  columns: 'id conversation_id sender_id sent_at index_flags'.split(' '),
  duties: { kept: 'conversation', exported: 'messages', reference: 'messages' },
} as const satisfies { columns: readonly string[]; duties: ExportedDuties }

export const messageColumns = {
  messages: 'id content rendered_content client is_me_message'.split(' '),
  old_versions: 'id content rendered_content'.split(' '),
}
