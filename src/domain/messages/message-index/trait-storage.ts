import type { Realm } from '../../../realm'
import type { IndexRow } from './message'

/**
 * Messages of one kind, by an index that holds only them, so its bits are spelled out here and in the migration that made
 * it. The index is named: left to itself, SQLite would walk through all messages, not knowing how few have the kind.
 */
export const withLinks = {
  before: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_links
      WHERE traits & 1 AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`,
  after: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_links
      WHERE traits & 1 AND id > ${bound} ORDER BY id LIMIT ${limit}`,
}

export const withImages = {
  before: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_images
      WHERE traits & 2 AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`,
  after: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_images
      WHERE traits & 2 AND id > ${bound} ORDER BY id LIMIT ${limit}`,
}

export const withAttachments = {
  before: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_attachments
      WHERE traits & 4 AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`,
  after: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_attachments
      WHERE traits & 4 AND id > ${bound} ORDER BY id LIMIT ${limit}`,
}

export const withReactions = {
  before: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_reactions
      WHERE traits & 8 AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`,
  after: (realm: Realm, bound: number, limit: number): IndexRow[] =>
    realm.sql.all<IndexRow>`
      SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_with_reactions
      WHERE traits & 8 AND id > ${bound} ORDER BY id LIMIT ${limit}`,
}

/** Those that call a whole channel, a whole topic or a group. */
export const rowsMentioningManyBefore = (realm: Realm, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_mentioning_many
    WHERE traits & 176 AND id < ${bound} ORDER BY id DESC LIMIT ${limit}`

export const rowsMentioningManyAfter = (realm: Realm, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index INDEXED BY messages_mentioning_many
    WHERE traits & 176 AND id > ${bound} ORDER BY id LIMIT ${limit}`

/** Those that name somebody by their own name. */
export const rowsMentioningUserBefore = (realm: Realm, user_id: number, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT m.id, m.conversation_id, m.sender_id, m.sent_at, m.traits
    FROM mentions n INDEXED BY mentions_by_user CROSS JOIN message_index m ON m.id = n.message_id
    WHERE n.user_id = ${user_id} AND n.message_id < ${bound} ORDER BY n.message_id DESC LIMIT ${limit}`

export const rowsMentioningUserAfter = (realm: Realm, user_id: number, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT m.id, m.conversation_id, m.sender_id, m.sent_at, m.traits
    FROM mentions n INDEXED BY mentions_by_user CROSS JOIN message_index m ON m.id = n.message_id
    WHERE n.user_id = ${user_id} AND n.message_id > ${bound} ORDER BY n.message_id LIMIT ${limit}`
