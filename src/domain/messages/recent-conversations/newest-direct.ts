import type { Realm } from '../../../realm'
import type { DirectConversation } from '../../channels/topics/conversation'
import { conversationsWithIds } from '../../channels/topics/lookup-storage'
import { someDirectConversationsOf } from '../../channels/topics/storage'
import { sentIdsNewestFirst } from '../message-index/sent-ids-storage'

/** Each takes two rows. */
const MAX_READ = 2000
/** For a user with more of them, the newest messages of the realm are looked through. Each of their conversations is a row. */
const MAX_ROWS = 15_000

/**
 * Returns the direct conversations of a user with the newest messages, the newest first. A user can have tens of thousands: then the
 * last of these may be older than others.
 */
export function newestDirectConversations(realm: Realm, user_id: number, most: number): DirectConversation[] {
  const some = someDirectConversationsOf(realm.sql, user_id, MAX_READ)
  const found = new Map(some.map((conversation) => [conversation.id, conversation]))
  if (some.length === MAX_READ) for (const one of newestIn(realm, user_id, most)) found.set(one.id, one)
  return [...found.values()].sort((a, b) => b.max_id - a.max_id).slice(0, most)
}

function newestIn(realm: Realm, user_id: number, most: number): Iterable<DirectConversation> {
  const found = new Map<number, DirectConversation>()
  const before = realm.sql.meter.read
  for (const chunk of sentIdsNewestFirst(realm, 0)) {
    for (const conversation of conversationsWithIds(realm, chunk.origins()))
      if (conversation.people?.includes(user_id)) found.set(conversation.id, conversation)
    if (found.size >= most || realm.sql.meter.read - before > MAX_ROWS) break
  }
  return found.values()
}
