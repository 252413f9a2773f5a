import * as v from 'valibot'
import { text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { humans } from '../users/callers'
import { noSuchCommand, obey } from './commands'

const MAX_COMMAND_LENGTH = 100

export const runCommand = endpoint.decision({
  route: 'POST /zcommand',
  summary: 'Do what somebody types in place of a message: /ping, /dark, /light, /fluid-width or /fixed-width.',
  caller: humans,
  params: { command: text(MAX_COMMAND_LENGTH) },
  returns: { msg: v.string() },
  errors: [noSuchCommand],
  decide: (realm, actor, { command }) => ({ msg: obey(realm, actor, command) }),
})
