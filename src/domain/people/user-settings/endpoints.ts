import * as v from 'valibot'
import { text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { humans } from '../users/callers'
import { noSuchCommand, executeCommand } from './commands'

const MAX_COMMAND_LENGTH = 100

export const runCommand = endpoint.decision({
  route: 'POST /zcommand',
  summary: 'Run a command that a user typed instead of a message: /ping, /dark, /light, /fluid-width or /fixed-width.',
  caller: humans,
  params: { command: text(MAX_COMMAND_LENGTH) },
  returns: { msg: v.string() },
  errors: [noSuchCommand],
  decide: (realm, actor, { command }) => ({ msg: executeCommand(realm, actor, command) }),
})
