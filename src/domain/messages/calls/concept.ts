import { concept } from '../../../concept'
import tables from './tables.sql'

export const callFacts = concept({
  name: 'messages/calls',
  tables: [tables],
})
