import { concept } from '../../../concept'
import seeds from './seeds.sql'
import tables from './tables.sql'
import { botAdded, botUpdated, botDeleted, botsState, embeddedBotsState, integrationsState } from './events'

export const bots = concept({
  name: 'people/bots',
  title: 'Bots',
  tables: [tables, seeds],
  events: [botAdded, botUpdated, botDeleted],
  state: [botsState, embeddedBotsState, integrationsState],
})
