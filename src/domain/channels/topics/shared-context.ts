import { sharedContext } from '../../../realm'
import { haveSharedConversation, usersInConversationsWith } from './storage'

/** Users of the same direct conversation can see each other. */
export const sharedConversations = sharedContext({
  name: 'conversations',
  findUsers: ({ sql }, user_id) => [usersInConversationsWith(sql, user_id)],
  isShared: ({ sql }, user_id, other_id) => haveSharedConversation(sql, user_id, other_id),
})
