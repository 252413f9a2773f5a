import { concept } from '../../../concept'
import tables from './tables.sql'

export const confirmations = concept({
  name: 'accounts/confirmations',
  tables: [tables],
})
