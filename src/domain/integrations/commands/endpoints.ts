import * as v from 'valibot'
import { ApiError } from '../../../api/errors'
import { boolean, integer, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { noSuchBot } from '../../people/bots/rules'
import { payloadUrlIsInvalid, payloadUrlIsPrivate } from '../../people/bots/payload-url-rules'
import { administrators, anyUser, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { sentFrom } from '../../realm/settings/outside-policy'
import { sendingErrors } from '../../writing/sending/errors'
import {
  addCommand,
  beginCommand,
  finishCommand,
  removeCommand,
  replaceCommandSecret as replaceSecretOf,
  type CommandRun,
} from './actions'
import { commandShape } from './events'
import { readAnswer, type CommandAnswer } from './read-answer'
import { commandFailed, commandNameTaken, FAILURES, invalidCommandName, noSuchCommand, tooManyCommands } from './rules'
import { allCommands } from './storage'

export const getCommands = endpoint.decision({
  route: 'GET /parley/commands',
  summary: 'Get the slash commands of the organization, with their addresses.',
  note: 'All users have the commands without addresses: `parley_commands` of `POST /register`.',
  caller: administrators,
  params: {},
  returns: {
    commands: v.array(v.strictObject({ ...commandShape.entries, url: v.string() })),
  },
  errors: [],
  decide: (realm) => ({ commands: [...allCommands(realm)] }),
})

export const createCommand = endpoint.decision({
  route: 'POST /parley/commands',
  summary: 'Add a slash command. The answer has the secret of its signatures, and no later answer has it.',
  caller: administrators,
  params: {
    name: text(100),
    description: optional(text(200), ''),
    usage_hint: optional(text(100), ''),
    bot_id: integer(),
    url: text(2000),
  },
  returns: { id: v.number(), secret: v.string() },
  verbatim: true,
  errors: [
    invalidCommandName,
    commandNameTaken,
    tooManyCommands,
    noSuchBot,
    insufficientPermission,
    mustBeOwner,
    payloadUrlIsInvalid,
    payloadUrlIsPrivate,
    encryptionIsNotConfigured,
  ],
  decide: (realm, actor, command) => addCommand(realm, actor, command),
})

export const replaceCommandSecret = endpoint.decision({
  route: 'POST /parley/commands/:command_id/secret',
  summary: 'Replace the secret of the signatures of a command. The answer has the new one, and no later answer has it.',
  note: 'For a day, `webhook-signature` has signatures with the new secret and with the earlier one. If the earlier one `has_leaked`, it signs nothing any more. `x-slack-signature` is always made with the new one.',
  caller: administrators,
  params: { command_id: integer(), has_leaked: optional(boolean(), false) },
  returns: { secret: v.string() },
  verbatim: true,
  errors: [noSuchCommand, encryptionIsNotConfigured],
  decide: (realm, _, { command_id, has_leaked }) => replaceSecretOf(realm, command_id, { has_leaked }),
})

export const deleteCommand = endpoint.decision({
  route: 'DELETE /parley/commands/:command_id',
  summary: 'Delete a slash command.',
  caller: administrators,
  params: { command_id: integer() },
  returns: {},
  errors: [noSuchCommand],
  decide: (realm, _, { command_id }) => removeCommand(realm, command_id),
})

type Finished = { run: CommandRun; answer?: CommandAnswer }

export const runCommand = endpoint.twoStep({
  route: 'POST /parley/commands/:command_id/run',
  summary: 'Run a slash command in a topic or a direct conversation.',
  note:
    'Without `stream_id`, the user runs it in a direct conversation. The answer is a message of the bot in the topic, or it is ' +
    'only for this user: then it is in `answer`.',
  caller: anyUser,
  params: {
    command_id: integer(),
    text: optional(text(4000), ''),
    stream_id: optional(integer()),
    topic: optional(shortText()),
  },
  returns: {
    message_id: v.optional(v.number()),
    answer: v.optional(v.strictObject({ bot_id: v.number(), content: v.string(), rendered_content: v.string() })),
  },
  errors: [noSuchCommand, commandFailed, ...sendingErrors],
  decide: (realm, actor, run) => ({ begun: beginCommand(realm, actor, run) }),
  work: async (edge, begun, run): Promise<Finished> => {
    const { name, url, policy, headers, body, now, pressable } = sentFrom(edge, begun)
    const result = await fetchOutside(policy, purposes.commands, { url, method: 'POST', headers, body })
    if ('failure' in result) throw commandFailed({ name, why: FAILURES[result.failure] })
    const { response } = result
    if (!response.ok) throw commandFailed({ name, why: `it answered with status ${response.status}` })
    const answer = await readAnswer(await response.text(), { now, pressable }).catch((error: unknown) => {
      if (error instanceof ApiError) throw commandFailed({ name, why: 'its answer cannot be read' })
      throw error
    })
    return { run, answer }
  },
  finish: (realm, actor, { run, answer }: Finished) => finishCommand(realm, actor, run, answer),
})
