import { badRequest, type ApiError } from '../../../api/errors'
import { isAdministrator } from '../users/rules'
import { EMBEDDED_BOT, INCOMING_WEBHOOK, OUTGOING_WEBHOOK, OWNER, type BotType, type User } from '../users/user'

export const noSuchBot = badRequest(() => 'No such bot')
export const botNameInUse = badRequest(() => 'Name is already in use!')
export const usernameInUse = badRequest(() => 'Username already in use')
export const embeddedBotsNotEnabled = badRequest(() => 'Embedded bots are not enabled.')
export const payloadUrlNotTaken = badRequest(() => 'Only outgoing webhook bots are told of messages.')
export const configurationTooLarge = badRequest(
  (f: { over: number }) => `Cannot store configuration. ${f.over} characters over the quota`,
)
export const ownerDoesNotExist = badRequest(() => 'Failed to change owner, no such user')
export const ownerIsDeactivated = badRequest(() => 'Failed to change owner, user is deactivated')
export const ownerIsBot = badRequest(() => "Failed to change owner, bots can't own other bots")

/** What somebody may make bots of, by the realm's permissions. */
type Allowance = { any: boolean; writeOnly: boolean }

type Viewer = Pick<User, 'user_id' | 'role' | 'is_bot'>
type Target = Pick<User, 'role' | 'bot_owner_id'>

/** Only an owner, or the account that owns it, may act as a bot that is an organization owner. */
export const mayActAs = (actor: Pick<User, 'user_id' | 'role'>, target: Target): boolean =>
  target.role !== OWNER || actor.role === OWNER || target.bot_owner_id === actor.user_id

/** The key lets its holder act as the bot. No bot gets another bot's key. */
export const maySeeKey = (viewer: Viewer, bot: Target): boolean =>
  !viewer.is_bot && (isAdministrator(viewer) || bot.bot_owner_id === viewer.user_id) && mayActAs(viewer, bot)

/** An incoming webhook only writes; all others read as well. */
export const mayCreate = (type: BotType, { any, writeOnly }: Allowance): boolean =>
  any || (type === INCOMING_WEBHOOK && writeOnly)

export function refusalOfType(type: BotType): ApiError | undefined {
  return type === EMBEDDED_BOT ? embeddedBotsNotEnabled({}) : undefined
}

export const isCalled = (type: BotType | null): boolean => type === OUTGOING_WEBHOOK

export const MOST_CONFIGURATION = 10_000
export const MOST_CONFIGURED = 100

export function refusalOfConfiguration(config_data: Readonly<Record<string, string>>): ApiError | undefined {
  const size = sizeOf(config_data)
  return size > MOST_CONFIGURATION ? configurationTooLarge({ over: size - MOST_CONFIGURATION }) : undefined
}

/** In characters, names counted like what they stand for. */
export const sizeOf = (entries: Readonly<Record<string, string>>): number =>
  Object.entries(entries).reduce((sum, [name, value]) => sum + charactersIn(name) + charactersIn(value), 0)

// Counted one by one, as a list of them all would take many times their room.
function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
