import { concept } from '../../../concept'
import senders from './senders.sql'
import tables from './tables.sql'
import { messagesInD1 } from './bodies-in-d1'
import versions from './versions.sql'

export const messageIndex = concept({
  name: 'messages/message-index',
  tables: [tables, senders, versions],
  d1Tables: [messagesInD1],
})
