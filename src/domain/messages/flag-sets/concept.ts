import { concept } from '../../../concept'
import tables from './tables.sql'
import { flagsAdded } from './events'

export const flagSets = concept({
  name: 'messages/flag-sets',
  title: 'Message flags',
  tables: [tables],
  events: [flagsAdded],
})
