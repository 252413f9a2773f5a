import { concept } from '../../../concept'
import tables from './tables.sql'
import { createPlayground, deletePlayground, updatePlayground } from './endpoints'
import { playgroundsChanged, playgroundsState } from './events'

export const playgrounds = concept({
  name: 'customization/playgrounds',
  title: 'Code playgrounds',
  tables: [tables],
  endpoints: [createPlayground, updatePlayground, deletePlayground],
  events: [playgroundsChanged],
  state: [playgroundsState],
})
