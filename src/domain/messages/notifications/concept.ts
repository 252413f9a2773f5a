import { concept } from '../../../concept'
import tables from './tables.sql'

export const notifications = concept({
  name: 'messages/notifications',
  tables: [tables],
})
