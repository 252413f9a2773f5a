import { arrayCheck, isObject, short, wrongType, type Decoder, type FieldCheck, type Gap } from './decoder'

// What the hand-written readers of Zulip's phone app require beyond the types of single fields: fields that depend on each other,
// lists whose order its binary searches need, and texts that it parses. Here they throw, and then the app loses the whole answer.

type Fields = Readonly<Record<string, unknown>>

/** The app searches these lists with a binary search, and unites them as sorted lists. */
export const ascendingIds =
  (field: string): FieldCheck =>
  (object) => {
    const ids = object[field]
    return arrayCheck((id) => wrongType('int', id))(ids) ?? notAscending(ids as number[])
  }

const notAscending = (ids: readonly number[]): string | undefined =>
  ids.every((id, index) => index === 0 || ids[index - 1]! < id) ? undefined : `is not ascending: ${short(ids)}`

/** The users of a group conversation: numbers, ascending. */
export const wrongUserIds: FieldCheck = ({ user_ids_string }) =>
  /^\d+(?:,\d+)*$/.test(String(user_ids_string))
    ? notAscending(String(user_ids_string).split(',').map(Number))
    : `is no list of ids: ${short(user_ids_string)}`

/** A recent direct conversation names each of the other users once, and not the user. */
export const wrongConversations: FieldCheck = ({ recent_private_conversations: conversations, user_id }, decode) =>
  arrayCheck((conversation) => {
    const gap = decode('RecentDmConversation', conversation)
    if (gap !== undefined) return gap
    const { user_ids } = conversation as { user_ids: number[] }
    const isRight = new Set(user_ids).size === user_ids.length && !user_ids.includes(user_id as number)
    return isRight ? undefined : `names a user twice, or the reader: ${short(user_ids)}`
  })(conversations)

/** An edit of the topic has the new topic too. */
export const wrongEdits: FieldCheck = ({ edit_history }) =>
  edit_history === undefined || edit_history === null
    ? undefined
    : arrayCheck((edit) => {
        if (!isObject(edit)) return 'is no object'
        const { prev_topic, topic } = edit
        if (prev_topic === undefined || prev_topic === null) return undefined
        return wrongType('string', prev_topic) ?? wrongType('string', topic)
      })(edit_history)

const MESSAGE_TYPES: ReadonlySet<unknown> = new Set(['stream', 'private', 'direct'])

/** The type of messages, and with `stream` their channel and topic. */
const wrongPlace = (type: unknown, { stream_id, topic }: Fields): string | undefined => {
  if (!MESSAGE_TYPES.has(type)) return `is ${short(type)}`
  return type === 'stream' ? (wrongType('int', stream_id) ?? wrongType('string', topic)) : undefined
}

export const wrongDeletion: FieldCheck = (event) => wrongPlace(event.message_type, event)

export const wrongDetail: FieldCheck = (detail) =>
  wrongPlace(detail.type, detail) ??
  (detail.type === 'stream' ? undefined : arrayCheck((id) => wrongType('int', id))(detail.user_ids))

/** Messages that become unread have their details, by id. */
export function wrongDetails({ flag, message_details }: Fields, decode: Decoder): Gap | string | undefined {
  if (message_details === undefined || message_details === null)
    return flag === 'read' ? 'is missing for messages that become unread' : undefined
  if (!isObject(message_details)) return wrongType('object', message_details)
  const wrong = Object.keys(message_details).find((id) => !/^\d+$/.test(id))
  if (wrong !== undefined) return `has a key that is no number: ${wrong}`
  return Object.values(message_details)
    .map((detail) => decode('UpdateMessageFlagsMessageDetail', detail))
    .find(Boolean)
}

/** `message_ids` has the messages that the event changes, and so also `message_id`. */
export const wrongMessageIds: FieldCheck = ({ message_id, message_ids }) =>
  arrayCheck((id) => wrongType('int', id))(message_ids) ??
  ((message_ids as unknown[]).includes(message_id) ? undefined : `lacks message_id ${short(message_id)}`)

/** The app makes a date of it. Dart ends at this second. */
const MAX_SECONDS = 8_640_000_000_000
export const wrongTimestamp: FieldCheck = ({ timestamp }) =>
  wrongType('int', timestamp) ??
  (Math.abs(timestamp as number) <= MAX_SECONDS ? undefined : `is no time: ${short(timestamp)}`)

/** The app compares it with the waiting period of new members. */
export const wrongJoinDate: FieldCheck = ({ date_joined }) =>
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?\+00:00)?$/.test(String(date_joined))
    ? undefined
    : `is no date: ${short(date_joined)}`

/** Each emoji has a name: the app shows the first one, and the others as aliases. */
export const wrongNames: FieldCheck = ({ code_to_names }) =>
  wrongType('object', code_to_names) ??
  Object.entries(code_to_names as object)
    .map(([code, names]) => {
      if (!/^[0-9a-f]+(?:-[0-9a-f]+)*$/.test(code)) return `has a code that is not hexadecimal: ${code}`
      return (
        arrayCheck((name) => wrongType('string', name))(names) ?? (names.length > 0 ? undefined : `names no ${code}`)
      )
    })
    .find((gap) => gap !== undefined)

/** Types of events that the app reads by their `op`. */
const HAS_OP: ReadonlySet<unknown> = new Set([
  'realm_emoji',
  'user_settings',
  'device',
  'user_group',
  'realm_user',
  'saved_snippets',
  'stream',
  'subscription',
  'channel_folder',
  'update_message_flags',
])

/** Types of events whose value it reads by their `property`. */
const HAS_PROPERTY: ReadonlySet<unknown> = new Set(['user_settings/update', 'stream/update', 'subscription/update'])

/** Returns what is missing in an event for the app to find the class that reads it, or undefined. */
export function wrongKind({ type, op, property }: Fields): string | undefined {
  if (HAS_OP.has(type) && typeof op !== 'string') return 'has no op'
  return HAS_PROPERTY.has(`${String(type)}/${String(op)}`) && typeof property !== 'string'
    ? 'has no property'
    : undefined
}
