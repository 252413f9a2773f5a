import { badRequest, type ApiError } from '../../../api/errors'
import { EMBEDDED_BOT, INCOMING_WEBHOOK, OUTGOING_WEBHOOK, OWNER, type BotType, type User } from '../users/user'

export const noSuchBot = badRequest(() => 'No such bot')
/** Deactivated bots count too: an account is never deleted. */
export const MAX_BOTS_PER_OWNER = 500
export const tooManyBots = badRequest(() => `You can own no more than ${MAX_BOTS_PER_OWNER} bots.`)
export const botNameInUse = badRequest(() => 'Name is already in use!')
export const usernameInUse = badRequest(() => 'Username already in use')
export const embeddedBotsNotEnabled = badRequest(() => 'Embedded bots are not enabled.')
export const payloadUrlNotAllowed = badRequest(() => 'Only outgoing webhook bots have a payload URL.')
export const configurationTooLarge = badRequest(
  (f: { over: number }) => `Cannot store configuration. ${f.over} characters over the quota`,
)
export const ownerDoesNotExist = badRequest(() => 'Failed to change owner, no such user')
export const ownerIsDeactivated = badRequest(() => 'Failed to change owner, user is deactivated')
export const ownerIsBot = badRequest(() => "Failed to change owner, bots can't own other bots")

/** The permissions of a user to create bots: of any type, or only incoming webhook bots. */
type BotPermissions = { any: boolean; writeOnly: boolean }

type Target = Pick<User, 'role' | 'bot_owner_id'>

/** Whether the actor can act as the bot. If the bot is an organization owner, only owners and its own owner can. */
export const canActAs = (actor: Pick<User, 'user_id' | 'role'>, target: Target): boolean =>
  target.role !== OWNER || actor.role === OWNER || target.bot_owner_id === actor.user_id

/** Whether a user with these permissions can create a bot of this type. An incoming webhook bot only sends. */
export const canCreateBot = (type: BotType, { any, writeOnly }: BotPermissions): boolean =>
  any || (type === INCOMING_WEBHOOK && writeOnly)

export function refusalOfBotType(type: BotType): ApiError | undefined {
  return type === EMBEDDED_BOT ? embeddedBotsNotEnabled({}) : undefined
}

export const hasPayloadUrl = (type: BotType | null): boolean => type === OUTGOING_WEBHOOK

export const MAX_CONFIGURATION_CHARACTERS = 10_000
export const MAX_CONFIGURATION_ENTRIES = 100

export function refusalOfConfiguration(config_data: Readonly<Record<string, string>>): ApiError | undefined {
  const size = configurationSize(config_data)
  return size > MAX_CONFIGURATION_CHARACTERS
    ? configurationTooLarge({ over: size - MAX_CONFIGURATION_CHARACTERS })
    : undefined
}

/** Returns the number of characters of all names and values. */
export const configurationSize = (entries: Readonly<Record<string, string>>): number =>
  Object.entries(entries).reduce((sum, [name, value]) => sum + charactersIn(name) + charactersIn(value), 0)

// Counts without an array of the characters, which would take many times their memory.
function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
