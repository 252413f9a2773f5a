import type { MessageLocation } from '../../channels/topics/message-locations'

/** A row of the message index: a message without its body, the same for all users. */
export type IndexRow = {
  id: number
  conversation_id: number // the origin: a move does not change it
  sender_id: number
  sent_at: number
  index_flags: number // bits of IndexFlag
}

export type IndexedMessage = IndexRow & MessageLocation

/** Facts about a message that narrows and message flags depend on. */
export const IndexFlag = {
  link: 1,
  image: 2,
  attachment: 4,
  reaction: 8,
  channelWildcard: 16,
  topicWildcard: 32,
  userMentioned: 64,
  groupMentioned: 128,
  readBySender: 256,
  topicMentionStored: 512, // `topic_mentions` has the users whom `@**topic**` mentions
  submessage: 1024,
  edited: 2048, // `message_edits` has a row of it. Histories are read of these messages only
} as const

/** The index flags that follow from the content. An edit computes them again. */
export const CONTENT_FLAGS =
  IndexFlag.link |
  IndexFlag.image |
  IndexFlag.attachment |
  IndexFlag.channelWildcard |
  IndexFlag.topicWildcard |
  IndexFlag.userMentioned |
  IndexFlag.groupMentioned |
  IndexFlag.topicMentionStored
