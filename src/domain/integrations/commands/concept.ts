import { concept } from '../../../concept'
import { createCommand, deleteCommand, getCommands, runCommand } from './endpoints'
import { commandsChanged, commandsState } from './events'
import tables from './tables.sql'

export const commands = concept({
  name: 'integrations/commands',
  title: 'Slash commands',
  tables: [tables],
  endpoints: [getCommands, createCommand, deleteCommand, runCommand],
  events: [commandsChanged],
  state: [commandsState],
})
