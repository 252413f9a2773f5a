import { concept } from '../../../concept'
import tables from './tables.sql'
import { sharedConversations } from './shared-context'

export const topics = concept({
  name: 'channels/topics',
  tables: [tables],
  sharedContexts: [sharedConversations],
})
