import * as v from 'valibot'
import { isAgentName } from '../../../../api/callers'
import { isoTime, NOTICE, shortened, shownText } from '../answer-rules'

const personShape = v.object({ id: v.number(), full_name: v.string() })

/** The fields of a message that the tools show. */
export const messageShape = v.object({
  id: v.number(),
  sender_id: v.number(),
  sender_full_name: v.string(),
  stream_id: v.optional(v.number()),
  display_recipient: v.union([v.string(), v.array(personShape)]),
  subject: v.string(),
  timestamp: v.number(),
  client: v.string(),
  content: v.string(),
  reactions: v.array(v.object({ emoji_name: v.string() })),
  flags: v.array(v.string()),
})
export type FetchedMessage = v.InferOutput<typeof messageShape>

/** The fields of a page that the tools read. */
export const pageShape = v.object({
  messages: v.array(messageShape),
  found_oldest: v.boolean(),
  found_newest: v.boolean(),
})

/** Returns a message as Markdown in a structure: nothing that people wrote is outside of its own field. */
export const shownMessage = (message: FetchedMessage, realm_url: string, most: number) => ({
  id: message.id,
  sent_at: isoTime(message.timestamp),
  sender: { id: message.sender_id, name: shortened(message.sender_full_name) },
  ...placeOf(message),
  ...shownText(message.content, most),
  ...(message.reactions.length === 0 ? {} : { reactions: countsOf(message.reactions) }),
  ...(message.flags.includes('read') ? {} : { is_unread: true }),
  ...(message.flags.includes('mentioned') ? { mentions_you: true } : {}),
  ...(isAgentName(message.client) ? { sent_by_agent: true } : {}),
  link: linkTo(message.id, realm_url),
})

export const linkTo = (message_id: number, realm_url: string) => `${realm_url}/#narrow/near/${message_id}`

/** Returns the conversation of a message. */
export function placeOf({ stream_id, display_recipient, subject }: FetchedMessage) {
  if (typeof display_recipient === 'string')
    return { channel: { id: stream_id, name: shortened(display_recipient) }, topic: shortened(subject) }
  const people = display_recipient.slice(0, MAX_SHOWN_PEOPLE)
  return { direct_with: people.map(({ id, full_name }) => ({ id, name: shortened(full_name) })) }
}

const MAX_SHOWN_PEOPLE = 10
const MAX_SHOWN_EMOJI = 10

function countsOf(reactions: FetchedMessage['reactions']) {
  const byName = Map.groupBy(reactions, ({ emoji_name }) => shortened(emoji_name))
  return Object.fromEntries([...byName].slice(0, MAX_SHOWN_EMOJI).map(([name, all]) => [name, all.length]))
}

/** Returns an answer that contains texts of people. */
export const withNotice = (answer: object) => ({ notice: NOTICE, ...answer })

type Place = { channel?: string | number; topic?: string; people?: number[] }

/** Returns the narrow of a conversation, a channel, or everything. */
export const narrowOf = ({ channel, topic, people }: Place) => [
  ...(channel === undefined ? [] : [{ operator: 'channel', operand: channel }]),
  ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
  ...(people === undefined ? [] : [{ operator: 'dm', operand: people }]),
]
