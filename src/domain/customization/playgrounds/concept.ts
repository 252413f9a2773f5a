import { concept } from '../../../concept'
import tables from './tables.sql'
import { createPlayground, deletePlayground } from './endpoints'
import { playgroundsChanged, playgroundsState } from './events'

export const playgrounds = concept({
  name: 'customization/playgrounds',
  title: 'Code playgrounds',
  tables: [tables],
  endpoints: [createPlayground, deletePlayground],
  events: [playgroundsChanged],
  state: [playgroundsState],
})
