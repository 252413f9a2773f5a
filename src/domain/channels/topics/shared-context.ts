import { acquaintance } from '../../../realm'
import { usersInConversationsWith, haveSharedConversation } from './storage'

/** Those who were written to together know of each other. */
export const sharedConversations = acquaintance({
  acquaints: 'conversations',
  of: usersInConversationsWith,
  between: haveSharedConversation,
})
