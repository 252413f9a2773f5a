import { concept } from '../../../concept'
import browserPushes from './browser-pushes.sql'
import tables from './tables.sql'

export const notifications = concept({
  name: 'messages/notifications',
  tables: [tables, browserPushes],
})
