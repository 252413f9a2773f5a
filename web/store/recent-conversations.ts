import type { Event, Message } from '../../client-state/wire'
import { deletedIds } from '../../client-state/messages'
import { keyOfRoute } from '../routes/route'
import { conversationOf, directConversation, type Conversation } from './conversations'

/** A conversation as the server lists it: a topic, or the other users of a direct conversation. */
export type ListedConversation = {
  stream_id?: number
  topic?: string
  user_ids?: number[]
  max_message_id: number
  sender_id: number
  timestamp: number
  /** The beginning of the newest message, as Markdown. */
  excerpt: string
  sender_ids: number[]
}

/** A conversation of the list. `html` is the newest message, if an event brought it. */
export type Recent = ListedConversation & { route: Conversation; key: string; html?: string }

const MAX_CONVERSATIONS = 200
const MAX_SENDERS = 5

export function recentOf(row: ListedConversation, ownId: number): Recent {
  const { stream_id, topic = '', user_ids = [] } = row
  const route: Conversation =
    stream_id === undefined ? directConversation(user_ids, ownId) : { view: 'topic', stream_id, topic }
  return { ...row, route, key: keyOfRoute(route) }
}

/** Returns the list of the server, after the messages that events brought while the request was on its way. */
export function withArrivals(listed: readonly Recent[], before: readonly Recent[]): Recent[] {
  const newest = Math.max(0, ...listed.map(({ max_message_id }) => max_message_id))
  const arrived = before.filter(({ max_message_id }) => max_message_id > newest)
  const keys = new Set(arrived.map(({ key }) => key))
  return [...arrived, ...listed.filter(({ key }) => !keys.has(key))]
}

/** Returns the list after an event: of the same messages as before, without a request. */
export function afterEvent(list: readonly Recent[], event: Event, ownId: number): readonly Recent[] {
  if (event.type === 'message') return afterMessage(list, event.message, ownId)
  if (event.type === 'update_message' && event.rendered_content !== undefined)
    return withHtml(list, [event.message_id], event.rendered_content)
  if (event.type === 'delete_message') return withHtml(list, deletedIds(event), '')
  return list
}

function afterMessage(list: readonly Recent[], message: Message, ownId: number): Recent[] {
  const { id, sender_id, timestamp, content } = message
  const route = conversationOf(message, ownId)
  const key = keyOfRoute(route)
  const earlier = list.find((entry) => entry.key === key)?.sender_ids ?? []
  const sender_ids = [sender_id, ...earlier.filter((user_id) => user_id !== sender_id)].slice(0, MAX_SENDERS)
  const entry = { route, key, max_message_id: id, sender_id, timestamp, excerpt: '', html: content, sender_ids }
  return [entry, ...list.filter((other) => other.key !== key)].slice(0, MAX_CONVERSATIONS)
}

const withHtml = (list: readonly Recent[], message_ids: readonly number[], html: string): readonly Recent[] =>
  list.map((entry) => (message_ids.includes(entry.max_message_id) ? { ...entry, html } : entry))
