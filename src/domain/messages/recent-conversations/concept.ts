import { concept } from '../../../concept'
import { getRecentConversations } from './endpoints'

export const recentConversations = concept({
  name: 'messages/recent-conversations',
  title: 'Messages',
  endpoints: [getRecentConversations],
})
