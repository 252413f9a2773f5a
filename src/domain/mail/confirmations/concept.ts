import { concept } from '../../../concept'
import tables from './tables.sql'

export const confirmations = concept({
  name: 'mail/confirmations',
  tables: [tables],
})
