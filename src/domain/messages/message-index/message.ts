import type { MessageLocation } from '../../channels/topics/message-locations'

/** What the realm knows of a message without its body: one narrow row, whatever the audience. */
export type IndexRow = {
  id: number
  conversation_id: number
  sender_id: number
  sent_at: number
  traits: number // bits of Trait
}

export type IndexedMessage = IndexRow & MessageLocation

/** Facts about a message that narrows and flags ask for. */
export const Trait = {
  link: 1,
  image: 2,
  attachment: 4,
  reaction: 8,
  channelWildcard: 16,
  topicWildcard: 32,
  userMentioned: 64,
  groupMentioned: 128,
  readBySender: 256,
  topicMentionStored: 512, // whom its call to the topic reaches is written down
  submessage: 1024,
} as const

/** What a message's words say of it, and so what changes when they do. */
export const CONTENT_TRAITS =
  Trait.link |
  Trait.image |
  Trait.attachment |
  Trait.channelWildcard |
  Trait.topicWildcard |
  Trait.userMentioned |
  Trait.groupMentioned |
  Trait.topicMentionStored
