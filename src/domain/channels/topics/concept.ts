import { concept } from '../../../concept'
import tables from './tables.sql'
import { byConversations } from './acquaintance'
import { recentDirectSlice } from './recent-direct'

export const topics = concept({
  name: 'channels/topics',
  tables: [tables],
  state: [recentDirectSlice],
  sharedContexts: [byConversations],
})
