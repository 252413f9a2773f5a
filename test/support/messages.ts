import { succeeded, type FieldValue, type Json, type Person } from './person'
import type { Channel } from './realm'

/** The range of `GET /messages` that has all messages of a test. */
export const ALL_MESSAGES = { anchor: 'oldest', num_after: 1000 }

/** Returns the ids of the messages in an answer of `GET /messages`. */
export const messageIds = ({ messages }: Json): number[] => messages.map(({ id }: Json) => id)

/** Returns the response to `GET /messages`. */
export const fetchMessages = async (person: Person, fields: Record<string, FieldValue>): Promise<Json> =>
  succeeded(await person.get('/messages', fields))

/** Sends messages one after the other. Returns their ids. */
export async function sendInOrder(sends: readonly (() => Promise<{ id: number }>)[]): Promise<number[]> {
  const ids: number[] = []
  for (const send of sends) ids.push((await send()).id)
  return ids
}

/** Returns the ids of the messages that this user gets for a narrow, oldest first. */
export const idsInNarrow = async (
  person: Person,
  narrow: FieldValue,
  range: Record<string, FieldValue> = ALL_MESSAGES,
): Promise<number[]> => messageIds(succeeded(await person.get('/messages', { narrow, ...range })))

/** Returns the newest messages that this user can see, oldest first, with their content as Markdown. */
export async function newestMessages(person: Person, count: number, narrow: FieldValue = []): Promise<Json[]> {
  const range = { anchor: 'newest', num_before: count, num_after: 0, narrow, apply_markdown: false }
  return succeeded(await person.get('/messages', range)).messages
}

export const flagsOf = async (person: Person, message_id: number): Promise<string[]> =>
  succeeded(await person.get(`/messages/${message_id}`)).message.flags

/** Returns the unread messages that `POST /register` reports to this user. */
export const unreadMessages = async (person: Person, client: Record<string, FieldValue> = {}): Promise<Json> =>
  (await person.registers({ fetch_event_types: ['message', 'update_message_flags'], ...client })).state.unread_msgs

/** The HTML of a silent mention of this user. */
export const silentMention = ({ id, account }: Person): string =>
  `<span class="user-mention silent" data-user-id="${id}">${account.full_name}</span>`

/** Returns a message as this user gets it. */
export const messageFor = async (
  person: Person,
  { id }: { id: number },
  fields: Record<string, FieldValue> = {},
): Promise<Json> => succeeded(await person.get(`/messages/${id}`, fields)).message

/** Returns the contents of the messages in a topic as Markdown, oldest first. */
export async function contentsInTopic(person: Person, { stream_id }: Channel, topic: string): Promise<string[]> {
  const narrow = [
    { operator: 'channel', operand: stream_id },
    { operator: 'topic', operand: topic },
  ]
  return (await newestMessages(person, 100, narrow)).map(({ content }) => content)
}
