import { concept } from '../../../concept'
import { getRecentConversations } from './endpoints'
import { recentDirectConversationsState } from './state'

export const recentConversations = concept({
  name: 'messages/recent-conversations',
  title: 'Messages',
  endpoints: [getRecentConversations],
  state: [recentDirectConversationsState],
})
