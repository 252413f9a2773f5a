import type { Client } from '../client/client'
import type { Writable } from '../routes/route'

const MAX_MESSAGES = 50

/** Returns the other users who wrote the newest messages of a conversation, the last one first. */
export function recentSenders({ store }: Client, route: Writable): number[] {
  const ids = store.windowOf(route).ids.slice(-MAX_MESSAGES)
  const senders = ids.flatMap((id) => store.messages.get(id)?.sender_id ?? [])
  return [...new Set(senders.toReversed())].filter((id) => id !== store.state.user_id)
}
