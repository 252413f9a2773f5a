import { ApiError } from '../../../api/errors'
import { withReferences } from '../../../integrations/references'
import { parseMarkdown } from '../../../markdown/parse'
import { problemOfAddress } from '../../../outside/address-rules'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { ADDRESS_SECRET_LENGTH } from '../../../store/random-key'
import { requireManagedBot } from '../../accounts/bots/update-bot'
import { realmMarkdownSettings } from '../../customization/linkifiers/markdown-settings'
import { normalizeContent } from '../../messages/message-index/rules'
import { payloadUrlIsInvalid, payloadUrlIsPrivate } from '../../people/bots/payload-url-rules'
import { findPressAddress } from '../../people/webhook-addresses/press-address-storage'
import { everyone } from '../../people/users/events'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { writeSecret } from '../../realm/secrets/actions'
import { deleteSigningSecrets, replaceSecret, signingSecrets } from '../../realm/secrets/signing-secrets'
import { withClientName } from '../../realm/settings/client-name'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { ownUrl } from '../../realm/settings/own-url'
import { resolveTopicDestination } from '../../writing/sending/destinations'
import { sendChannelMessage } from '../../writing/sending/actions'
import { renderForAuthor } from '../../writing/sending/render'
import { referenceFinder } from '../incoming-webhooks/find-reference'
import { answerToken } from './answer-token'
import { commandRequest } from './command-request'
import { commandsChanged, listedCommands } from './events'
import type { CommandAnswer, PressableAnswers } from './read-answer'
import { commandFailed, LATE_ANSWER_SECONDS, noSuchCommand, refusalOfName, type Command } from './rules'
import { allCommands, deleteCommand, insertCommand } from './storage'

const nameOfSecret = (id: number) => `signing secret of command ${id}`
export const RUN_ID_LENGTH = 22

/** Adds a command. Its secret is only in this answer. */
export function addCommand(realm: Realm, actor: User, command: Omit<Command, 'id'>): { id: number; secret: string } {
  const refusal = refusalOfName(command.name, allCommands(realm))
  if (refusal) throw refusal
  requireManagedBot(realm, actor, command.bot_id)
  const problem = problemOfAddress(command.url, outsidePolicy(realm))
  if (problem !== undefined) throw problem === 'invalid' ? payloadUrlIsInvalid({}) : payloadUrlIsPrivate({})
  const id = insertCommand(realm, command)
  const secret = realm.randomKey(ADDRESS_SECRET_LENGTH)
  writeSecret(realm, nameOfSecret(id), secret)
  publishCommands(realm, command.bot_id)
  return { id, secret }
}

export function removeCommand(realm: Realm, id: number): void {
  const { bot_id } = getCommand(realm, id)
  deleteCommand(realm, id)
  deleteSigningSecrets(realm, nameOfSecret(id))
  publishCommands(realm, bot_id)
}

/** Replaces the secret of a command. The earlier one signs too for a day, unless it leaked. */
export function replaceCommandSecret(
  realm: Realm,
  id: number,
  { has_leaked }: { has_leaked: boolean },
): { secret: string } {
  const { bot_id: user_id } = getCommand(realm, id)
  const secret = realm.randomKey(ADDRESS_SECRET_LENGTH)
  replaceSecret(realm, nameOfSecret(id), secret, has_leaked)
  recordAudit(realm, 'bot_changed', { user_id }, { change: 'commands' })
  return { secret }
}

function publishCommands(realm: Realm, user_id: number): void {
  recordAudit(realm, 'bot_changed', { user_id }, { change: 'commands' })
  realm.publish(commandsChanged({ parley_commands: listedCommands(realm) }), everyone({}))
}

export function getCommand(realm: ReadOnlyRealm, id: number): Command {
  const command = allCommands(realm).find((each) => each.id === id)
  if (command === undefined) throw noSuchCommand({})
  return command
}

/** Where a user runs a command: in a topic, or in a direct conversation. */
export type CommandPlace = { stream_id?: number; topic?: string }
export type CommandRun = CommandPlace & { command_id: number; text: string }

/** Returns the signed request of a command. Throws if the user may not post in the place where the user runs it. */
export function beginCommand(realm: Realm, actor: User, run: CommandRun) {
  const { name, url, bot_id, id } = getCommand(realm, run.command_id)
  if (!findUser(realm, bot_id)?.is_active) throw noSuchCommand({})
  const channel = run.stream_id === undefined ? undefined : requirePlace(realm, actor, run)
  const secrets = signingSecrets(realm, nameOfSecret(id))
  if (secrets.length === 0) throw commandFailed({ name, why: 'its secret is missing' })
  const run_id = realm.randomKey(RUN_ID_LENGTH)
  const until = realm.now() + LATE_ANSWER_SECONDS
  const { command_id, stream_id, topic } = run
  const token = answerToken(realm, 'command', { run_id, command_id, user_id: actor.user_id, stream_id, topic, until })
  const call = {
    realm_name: realm.name,
    host: new URL(ownUrl(realm)).hostname,
    command: name,
    text: run.text,
    user: actor,
    channel,
    run_id,
    response_url: `${ownUrl(realm)}/commands/${token}`,
  }
  const now = realm.now()
  // The first answer for the user alone is no message, so nothing in it can be pressed.
  const pressable = stream_id === undefined ? 'none' : pressableAnswers(realm, bot_id, 'public')
  return { name, url, policy: outsidePolicy(realm), now, pressable, ...commandRequest(call, secrets, now) }
}

/** Returns which answers of the bot of a command can have controls: none if the bot has no address for presses. */
export const pressableAnswers = (realm: ReadOnlyRealm, bot_id: number, most: PressableAnswers): PressableAnswers =>
  findPressAddress(realm.sql, bot_id) === undefined ? 'none' : most

/** Returns the channel. The user needs the permission to post there, as if the command were a message. */
function requirePlace(realm: ReadOnlyRealm, actor: User, { stream_id = 0, topic = '', text }: CommandRun) {
  const content = `/${text}`
  const { references } = parsed(realm, content)
  return resolveTopicDestination(realm, actor, { to: stream_id, topic, content, references }).channel
}

/** Returns the parsed text of a bot. */
export const parsed = (realm: ReadOnlyRealm, content: string) =>
  parseMarkdown(
    content,
    { ...realmMarkdownSettings(realm), realm_url: ownUrl(realm), translatesEmoticons: () => false },
    MESSAGE_LIMITS,
  )

/**
 * Sends the answer of a command from its bot, if the answer is for all, and the user and the bot may post there. Otherwise
 * returns it for the user alone.
 */
export function finishCommand(realm: Realm, actor: User, run: CommandRun, answer: CommandAnswer | undefined) {
  const { name, bot_id } = getCommand(realm, run.command_id)
  const bot = findUser(realm, bot_id)
  if (!bot?.is_active) throw noSuchCommand({})
  if (answer === undefined) return {}
  const content = normalizeContent(withReferences(answer.content, referenceFinder(realm, bot, false)))
  if (!answer.isPublic || run.stream_id === undefined) return { answer: answerFor(realm, bot, content) }
  requirePlace(realm, actor, run)
  const intro = `@_**${actor.full_name}|${actor.user_id}** used \`/${name}\`:`
  const whole = normalizeContent(`${intro}\n\n${content}`)
  try {
    const { id } = sendChannelMessage(withClientName(realm, 'Command'), bot, {
      content: whole,
      ...parsed(realm, whole),
      ...controlsOf(answer),
      to: run.stream_id,
      topic: run.topic ?? '',
    })
    return { message_id: id }
  } catch (error) {
    if (error instanceof ApiError) throw commandFailed({ name, why: error.refusal.msg })
    throw error
  }
}

/** Returns the controls of an answer, for its message. */
export const controlsOf = ({ controls }: Pick<CommandAnswer, 'controls'>) =>
  controls === undefined ? {} : { controls }

export const answerFor = (realm: Realm, bot: User, content: string) => ({
  bot_id: bot.user_id,
  content,
  rendered_content: renderForAuthor(realm, bot, parsed(realm, content).template).html,
})
