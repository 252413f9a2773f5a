import { concept } from '../../../concept'
import tables from './tables.sql'
import { botAdded, botUpdated, botDeleted, botsSlice, embeddedBotsSlice, integrationsSlice } from './events'

export const bots = concept({
  name: 'people/bots',
  title: 'Bots',
  tables: [tables],
  events: [botAdded, botUpdated, botDeleted],
  state: [botsSlice, embeddedBotsSlice, integrationsSlice],
})
