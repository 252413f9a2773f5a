import { succeeded, type FieldValue, type Json, type Person } from './person'

/** The range of `GET /messages` that has all messages of a test. */
export const ALL_MESSAGES = { anchor: 'oldest', num_after: 1000 }

/** Returns the ids of the messages in an answer of `GET /messages`. */
export const messageIds = ({ messages }: Json): number[] => messages.map(({ id }: Json) => id)

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
