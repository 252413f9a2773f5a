import type { AudiencePart } from '../../../events/event'
import type { Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { endPhonesOf } from '../push-devices/actions'
import { createApiKey, deleteApiKeys } from '../users/api-key-storage'
import { administratorsOnly, onlyUsers } from '../users/events'
import { isAdministrator } from '../users/rules'
import { findUser } from '../users/storage'
import type { User } from '../users/user'
import type { Bot } from './bot'
import { botAdded, botDeleted, botFieldsOf, botUpdated, servicesOf, type BotFieldChanges } from './events'
import { newSeed, regenerateBotKey } from './secrets'
import { allBots, botOf, writeBot } from './storage'

/** Replaces the API keys of a user by a new one, and returns it. A bot gets a new token, too. */
export function regenerateKey(realm: Realm, user: User): string {
  recordAudit(realm, 'api_key_changed', { user_id: user.user_id })
  if (user.is_bot) {
    const key = regenerateBotKey(realm, user.user_id)
    publishBotServices(realm, user)
    return key
  }
  deleteApiKeys(realm, user.user_id)
  endPhonesOf(realm, user.user_id)
  return createApiKey(realm, user.user_id)
}

/** The managers of a bot: its owner, and administrators. */
const managersOf = ({ bot_owner_id }: User): AudiencePart[] =>
  bot_owner_id === null ? [administratorsOnly()] : [administratorsOnly(), onlyUsers({ user_ids: [bot_owner_id] })]

/** Makes a new account a bot with these settings and with secrets of its own, and publishes it to its managers. */
export function addBot(realm: Realm, user: User, settings: Partial<Omit<Bot, 'user_id' | 'key_seed'>> = {}): void {
  writeBot(realm, user.user_id, { key_seed: newSeed(realm), ...settings })
  publishBot(realm, user, managersOf(user))
}

/** Publishes all fields of the bot to users who do not have it yet. */
function publishBot(realm: Realm, user: User, audience: AudiencePart | AudiencePart[]): void {
  realm.publish(botAdded({ bot: botFieldsOf(user, botOf(realm, user.user_id)) }), audience)
}

/** Publishes changes of a bot to its managers. For other users it does nothing. */
export function publishBotChanges(realm: Realm, user: User, changed: Omit<BotFieldChanges, 'user_id'>): void {
  if (!user.is_bot || user.is_system_bot) return
  realm.publish(botUpdated({ bot: { user_id: user.user_id, ...changed } }), managersOf(user))
}

/** Publishes the services of a bot after a change of its URL, its token or its configuration. */
export function publishBotServices(realm: Realm, user: User): void {
  const services = servicesOf(user, botOf(realm, user.user_id))
  if (services.length > 0) publishBotChanges(realm, user, { services })
}

/** Publishes to a user the bots of others that they manage from now on, or no longer. */
export function publishManagedBots(realm: Realm, viewer: User, manages: boolean): void {
  const own = onlyUsers({ user_ids: [viewer.user_id] })
  for (const user of allBots(realm)) {
    if (user.bot_owner_id === viewer.user_id) continue
    const { user_id } = user
    if (manages) publishBot(realm, user, own)
    else realm.publish(botDeleted({ bot: { user_id } }), own)
  }
}

/** Publishes a new owner: the old one loses the bot, and the new one receives it. Administrators have it already. */
export function publishBotOwner(realm: Realm, user: User, before: number | null): void {
  const { user_id, bot_owner_id } = user
  const isAdministratorId = (id: number | null) => id !== null && isAdministrator(findUser(realm, id)!)
  if (before !== null && !isAdministratorId(before))
    realm.publish(botDeleted({ bot: { user_id } }), onlyUsers({ user_ids: [before] }))
  if (bot_owner_id !== null && !isAdministratorId(bot_owner_id))
    publishBot(realm, user, onlyUsers({ user_ids: [bot_owner_id] }))
}
