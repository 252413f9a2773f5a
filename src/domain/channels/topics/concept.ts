import { concept } from '../../../concept'
import tables from './tables.sql'
import { sharedConversations } from './shared-context'
import { recentDirectConversationsState } from './state'

export const topics = concept({
  name: 'channels/topics',
  tables: [tables],
  state: [recentDirectConversationsState],
  sharedContexts: [sharedConversations],
})
