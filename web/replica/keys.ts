import { topicKey } from '../../client-state/unread'
import type { KeptConversation } from '../../client-state/wire'

// The keys of a replica, in the order of the browser's storage.
//
// a                   what the replica has, and up to which event
// b<block>            which messages of 2,048 ids are there, and where
// c<conversation>     a conversation
// k<name>             the number of a conversation
// p<conversation><n>  messages of one conversation among 512 ids
// s<user>             a sender
// i<unit><bucket>     which messages have some words
// w<block>            the messages among 2,048 ids whose words no unit has

export const CORE = 'a'

const IDS_PER_PACK = 512
const DIGITS = 7

/** Numbers of this many digits have the order of their texts. */
const ordered = (number: number): string => number.toString(36).padStart(DIGITS, '0')

export const blockKey = (block: number): string => `b${ordered(block)}`
export const conversationKey = (number: number): string => `c${ordered(number)}`
export const waitingKey = (block: number): string => `w${ordered(block)}`
export const bucketsOfUnit = (unit: number): string => `i${ordered(unit)}`
export const bucketKey = (unit: number, bucket: number): string => `i${ordered(unit)}${ordered(bucket)}`
export const senderKey = (user_id: number): string => `s${ordered(user_id)}`
export const packKey = (conversation: number, id: number): string =>
  `p${ordered(conversation)}${ordered(Math.floor(id / IDS_PER_PACK))}`

/** Returns the greatest id that the pack of a message can have. */
export const lastIdOfPack = (id: number): number => (Math.floor(id / IDS_PER_PACK) + 1) * IDS_PER_PACK - 1

export const numberIn = (key: string): number => Number.parseInt(key.slice(1, 1 + DIGITS), 36)

/** Returns the key that follows all keys with this beginning. */
export const after = (beginning: string): string => `${beginning}\u{ffff}`

export const packsOf = (conversation: number): string => `p${ordered(conversation)}`

/** Names of topics that differ only in upper and lower case are one topic. */
export const topicName = (stream_id: number, topic: string): string => `k${topicKey(stream_id, topic)}`
export const topicsOf = (stream_id: number): string => `k${topicKey(stream_id, '')}`
export const directName = (user_ids: readonly number[]): string =>
  `kdirect:${[...user_ids].sort((a, b) => a - b).join()}`

export const nameOf = (conversation: KeptConversation): string =>
  conversation.type === 'stream'
    ? topicName(conversation.stream_id, conversation.subject)
    : directName(conversation.display_recipient.map(({ id }) => id))
