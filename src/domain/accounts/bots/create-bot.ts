import type { ReadOnlyRealm, Realm } from '../../../realm'
import { refusalOfPayloadUrl } from '../../people/bots/payload-url-rules'
import type { BotSettings, Interface } from '../../people/bots/bot'
import { skipEarlierMessages } from '../outgoing-webhooks/actions'
import {
  MAX_BOTS_PER_OWNER,
  botNameInUse,
  hasPayloadUrl,
  canCreateBot,
  payloadUrlNotAllowed,
  refusalOfConfiguration,
  refusalOfBotType,
  tooManyBots,
  usernameInUse,
} from '../../people/bots/rules'
import { countBotsOf, isBotNameTaken } from '../../people/bots/storage'
import { hasRealmPermission } from '../../people/groups/membership'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { realmRow } from '../../realm/settings/storage'
import { badName, insufficientPermission, refusalOfEmail } from '../../people/users/rules'
import { findUserByEmail } from '../../people/users/storage'
import type { BotType, User } from '../../people/users/user'
import { invalidChannelName } from '../../channels/channels/rules'
import { findVisibleChannelByName } from '../../channels/subscriptions/access'
import { createAccount } from '../users/actions'
import { addBot } from '../../people/bots/actions'

export type NewBot = Partial<BotSettings> & {
  full_name: string
  short_name: string
  bot_type: BotType
  payload_url: string
  service_name?: string
  interface_type: Interface
  config_data: Record<string, string>
}

/** Creates a bot of the actor. Publishes the account to all users, and the settings to the users who manage the bot. */
export function createBot(realm: Realm, actor: User, bot: NewBot): User {
  requireBotCreation(realm, actor, bot)
  const { bot_type, full_name } = bot
  const email = emailFor(realm, bot)
  const user = createAccount(realm, { email, full_name, password_hash: null, bot_type, bot_owner_id: actor.user_id })
  addBot(realm, user, settingsFor(realm, actor, bot))
  if (hasPayloadUrl(bot_type)) skipEarlierMessages(realm)
  return user
}

/** Returns the address of a bot with this name. Throws if no bot can have it. */
export function freeAddress(realm: ReadOnlyRealm, { short_name }: Pick<NewBot, 'short_name'>): string {
  const email = emailFor(realm, { short_name })
  if (short_name.trim() === '' || refusalOfEmail(email)) throw badName({})
  if (findUserByEmail(realm, email)) throw usernameInUse({})
  return email
}

const emailFor = (realm: ReadOnlyRealm, { short_name }: Pick<NewBot, 'short_name'>) =>
  `${short_name.trim()}-bot@${realmRow(realm).host}`

/** Throws if the actor may not create this bot. `createAccount` checks the rest of its name and address. */
export function requireBotCreation(realm: ReadOnlyRealm, actor: User, bot: NewBot): void {
  const { bot_type } = bot
  const permissions = {
    any: hasRealmPermission(realm, actor, 'can_create_bots_group'),
    writeOnly: hasRealmPermission(realm, actor, 'can_create_write_only_bots_group'),
  }
  if (!canCreateBot(bot_type, permissions)) throw insufficientPermission({})
  const refusal = refusalOfBotType(bot_type) ?? refusalOfUrl(realm, bot) ?? refusalOfConfiguration(bot.config_data)
  if (refusal) throw refusal
  freeAddress(realm, bot)
  if (isBotNameTaken(realm, bot.full_name)) throw botNameInUse({})
  if (countBotsOf(realm, actor) >= MAX_BOTS_PER_OWNER) throw tooManyBots({})
}

function refusalOfUrl(realm: ReadOnlyRealm, { bot_type, payload_url }: NewBot) {
  if (hasPayloadUrl(bot_type)) return refusalOfPayloadUrl(payload_url, outsidePolicy(realm))
  return payload_url === '' ? undefined : payloadUrlNotAllowed({})
}

const settingsFor = (realm: ReadOnlyRealm, actor: User, bot: NewBot) => ({
  default_sending_stream: resolveDefaultChannel(realm, actor, bot.default_sending_stream),
  default_events_register_stream: resolveDefaultChannel(realm, actor, bot.default_events_register_stream),
  default_all_public_streams: bot.default_all_public_streams ?? false,
  service_name: bot.service_name ?? bot.short_name.trim(),
  payload_url: bot.payload_url,
  interface: bot.interface_type,
  config_data: bot.config_data,
})

/** Returns the name of a channel that the actor chose for a bot; null for none. Throws if the actor cannot see the channel. */
export function resolveDefaultChannel(
  realm: ReadOnlyRealm,
  actor: User,
  name: string | null | undefined,
): string | null {
  if (name === undefined || name === null || name === '') return null
  const channel = findVisibleChannelByName(realm, actor, name.trim())
  if (channel === undefined) throw invalidChannelName({ name })
  return channel.name
}
