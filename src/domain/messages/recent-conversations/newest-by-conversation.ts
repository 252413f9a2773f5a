import type { Conversation } from '../../channels/topics/conversation'
import type { MessageAccess } from '../access/access'
import type { IndexRow } from '../message-index/message'
import { rowsNewestFirst } from '../message-index/storage'

/** A conversation, its newest message, and who wrote the newest messages, the last one first. */
export type RecentConversation = { conversation: Conversation; newest: IndexRow; sender_ids: number[] }

const MAX_ROWS_EXAMINED = 20_000
const MAX_SENDERS = 5

/**
 * Returns the conversations with the newest messages that the reader received, at most `most`. They are complete unless the
 * realm has more than `most`, or more messages than this examines.
 */
export function newestByConversation(
  access: MessageAccess,
  most: number,
): { found: RecentConversation[]; isComplete: boolean } {
  const byId = new Map<number, RecentConversation>()
  let examined = 0
  for (const row of rowsNewestFirst(access.realm, MAX_ROWS_EXAMINED + 1)) {
    if (++examined > MAX_ROWS_EXAMINED) return { found: [...byId.values()], isComplete: false }
    if (!access.isInOwnHistory(row) || !access.canRead(row)) continue
    const conversation = access.conversationOf(row)
    const recent = byId.get(conversation.id)
    if (recent === undefined) {
      if (byId.size === most) return { found: [...byId.values()], isComplete: false }
      byId.set(conversation.id, { conversation, newest: row, sender_ids: [row.sender_id] })
    } else if (recent.sender_ids.length < MAX_SENDERS && !recent.sender_ids.includes(row.sender_id))
      recent.sender_ids.push(row.sender_id)
  }
  return { found: [...byId.values()], isComplete: true }
}
