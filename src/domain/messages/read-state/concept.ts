import { concept } from '../../../concept'
import { updateFlags, markAllAsRead, markChannelAsRead, markTopicAsRead } from './endpoints'
import { flagsRemoved, unreadMessagesState, starredMessagesState } from './events'

export const readState = concept({
  name: 'messages/read-state',
  title: 'Message flags',
  endpoints: [updateFlags, markAllAsRead, markChannelAsRead, markTopicAsRead],
  events: [flagsRemoved],
  state: [unreadMessagesState, starredMessagesState],
})
