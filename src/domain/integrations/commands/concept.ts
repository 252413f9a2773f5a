import { concept } from '../../../concept'
import { answerCommandLater } from './answer-endpoints'
import answers from './answers.sql'
import { createCommand, deleteCommand, getCommands, replaceCommandSecret, runCommand } from './endpoints'
import { commandsChanged, commandsState } from './events'
import { answerPress } from './presses/answer-endpoints'
import {
  getPressAddress,
  pressControl,
  removePressAddress,
  replacePressSecret,
  setPressAddress,
} from './presses/endpoints'
import tables from './tables.sql'

export const commands = concept({
  name: 'integrations/commands',
  title: 'Slash commands and buttons',
  tables: [tables, answers],
  endpoints: [
    getCommands,
    createCommand,
    replaceCommandSecret,
    deleteCommand,
    runCommand,
    answerCommandLater,
    getPressAddress,
    setPressAddress,
    replacePressSecret,
    removePressAddress,
    pressControl,
    answerPress,
  ],
  events: [commandsChanged],
  state: [commandsState],
})
