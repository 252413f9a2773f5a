import { concept } from '../../../concept'
import { answerCommandLater } from './answer-endpoints'
import answers from './answers.sql'
import { createCommand, deleteCommand, getCommands, replaceCommandSecret, runCommand } from './endpoints'
import { commandsChanged, commandsState } from './events'
import tables from './tables.sql'

export const commands = concept({
  name: 'integrations/commands',
  title: 'Slash commands',
  tables: [tables, answers],
  endpoints: [getCommands, createCommand, replaceCommandSecret, deleteCommand, runCommand, answerCommandLater],
  events: [commandsChanged],
  state: [commandsState],
})
