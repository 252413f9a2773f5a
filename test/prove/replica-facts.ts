import type { Term } from '../../web/routes/terms'
import type { Json } from '../support/person'

// What is compared of a replica and the server, in the tests of the law and in the world.

const searching = (operand: string): Term => ({ operator: 'search', operand })

/** Searches draw two of them. */
export const TERMS: Term[][] = [
  [searching('secret3x')],
  [searching('Dov')],
  [searching('lunch')],
  [searching('"lunch"'), { operator: 'has', operand: 'reaction' }],
  [{ operator: 'sender', operand: 'me' }],
  [{ operator: 'sender', operand: 'me', negated: true }],
  [{ operator: 'is', operand: 'mentioned' }],
  [{ operator: 'is', operand: 'unread' }],
  [{ operator: 'is', operand: 'starred' }],
  [{ operator: 'is', operand: 'starred', negated: true }],
  [{ operator: 'topic', operand: 'lunch' }],
  [{ operator: 'is', operand: 'resolved', negated: true }],
  [],
]

/** Returns what an answer says of its matches. A client does not know which links an author wrote. */
export const matchesIn = ({ matches, conversations, num_words }: Json) => ({
  num_words,
  matches: matches.map(({ conversation, has, ...match }: Json) => ({
    ...match,
    place: conversations[conversation],
    hasReaction: has.includes('reaction'),
  })),
})

/** Returns the fields of a message that the client shows. */
export function comparable(message: Json): Json {
  const { id, sender_id, type, stream_id, subject, content, timestamp, is_me_message, reactions, submessages } = message
  const people = type === 'private' && message.display_recipient.map((each: Json) => each.id)
  const flags = message.flags.filter((flag: string) => flag !== 'read' && flag !== 'starred').sort()
  const key = (reaction: Json) => `${reaction.user_id} ${reaction.emoji_code}`
  const sorted = reactions.toSorted((a: Json, b: Json) => (key(a) < key(b) ? -1 : 1))
  const { last_edit_timestamp } = message
  return {
    id,
    sender_id,
    type,
    stream_id,
    subject,
    content,
    timestamp,
    is_me_message,
    submessages,
    people,
    flags,
    sorted,
    last_edit_timestamp,
  }
}
