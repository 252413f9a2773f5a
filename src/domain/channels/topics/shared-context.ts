import { acquaintance } from '../../../realm'
import { haveSharedConversation, usersInConversationsWith } from './storage'

/** Users of the same direct conversation can see each other. */
export const sharedConversations = acquaintance({
  acquaints: 'conversations',
  of: ({ sql }, user_id) => usersInConversationsWith(sql, user_id),
  between: ({ sql }, user_id, other_id) => haveSharedConversation(sql, user_id, other_id),
})
