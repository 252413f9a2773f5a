import { keyOfRoute } from '../routes/route'
import { conversationOf, type Conversation } from './conversations'
import type { Message } from './messages'

export type RecentConversation = { route: Conversation; key: string; newest: Message; senders: number[] }

const MOST_SENDERS = 4

/** Returns the conversations of messages, the newest first, each with its newest message and the users who wrote last. */
export function recentConversations(messages: Message[], ownId: number): RecentConversation[] {
  const found = new Map<string, RecentConversation>()
  for (const message of messages.toSorted((a, b) => b.id - a.id)) {
    const route = conversationOf(message, ownId)
    const key = keyOfRoute(route)
    const entry = found.get(key)
    if (entry === undefined) found.set(key, { route, key, newest: message, senders: [message.sender_id] })
    else if (entry.senders.length < MOST_SENDERS && !entry.senders.includes(message.sender_id))
      entry.senders.push(message.sender_id)
  }
  return [...found.values()]
}
