import { concept } from '../../../concept'
import tables from './tables.sql'
import secondTables from './tables-2.sql'
import thirdTables from './tables-3.sql'
import fourthTables from './tables-4.sql'

export const callFacts = concept({
  name: 'messages/calls',
  tables: [tables, secondTables, thirdTables, fourthTables],
})
