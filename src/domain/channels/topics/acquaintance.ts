import { acquaintance } from '../../../realm'
import { everyoneInConversationsWith, shareConversation } from './storage'

/** Those who were written to together know of each other. */
export const byConversations = acquaintance({
  acquaints: 'conversations',
  of: everyoneInConversationsWith,
  between: shareConversation,
})
