import type { ReadOnlyRealm, Realm } from '../../../realm'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { recordAudit } from '../../realm/audit-log/record'
import { refusalOfPayloadUrl } from '../../people/bots/payload-url-rules'
import type { BotSettings, Interface } from '../../people/bots/bot'
import {
  hasPayloadUrl,
  noSuchBot,
  ownerDoesNotExist,
  ownerIsBot,
  ownerIsDeactivated,
  payloadUrlNotAllowed,
  refusalOfConfiguration,
} from '../../people/bots/rules'
import { botOf, writeBot } from '../../people/bots/storage'
import { mustBeAdministrator } from '../../people/users/callers'
import { userUpdated, usersWhoCanSee } from '../../people/users/events'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { changeEmail } from '../../people/users/actions'
import { isAdministrator } from '../../people/users/rules'
import { findUser, writeUser } from '../../people/users/storage'
import type { Role, User } from '../../people/users/user'
import { freeAddress, resolveDefaultChannel } from './create-bot'
import { refusalToActAs, refusalToManage } from '../users/rights'
import { limitToOwner } from '../users/change-role'
import { updateAccount } from '../users/update-account'
import { publishBotChanges, publishBotOwner, publishBotServices } from '../../people/bots/actions'

/** The requested changes of a bot. What is left out stays as it is. */
export type BotChanges = Partial<BotSettings> & {
  full_name?: string
  short_name?: string
  role?: Role
  bot_owner_id?: number
  service_payload_url?: string
  service_interface?: Interface
  config_data?: Record<string, string>
}

/** Returns the bot, active or not. Throws if it does not exist or the actor does not manage it. */
export function requireManagedBot(realm: ReadOnlyRealm, actor: User, bot_id: number): User {
  const user = findUser(realm, bot_id)
  if (user === undefined || !user.is_bot || user.is_system_bot) throw noSuchBot({})
  const refusal = refusalToManage(actor, user) ?? refusalToActAs(actor, user)
  if (refusal) throw refusal
  return user
}

/** Makes all of the changes or none. Publishes each to the users who can see it. */
export function updateBot(realm: Realm, actor: User, bot_id: number, changes: BotChanges): User {
  const user = requireManagedBot(realm, actor, bot_id)
  updateAccount(realm, actor, user, { full_name: changes.full_name, role: changes.role })
  if (changes.short_name !== undefined) updateAddress(realm, user, changes.short_name)
  if (changes.bot_owner_id !== undefined) updateOwner(realm, actor, user, changes.bot_owner_id)
  updateService(realm, user, changes)
  updateDefaults(realm, actor, user, changes)
  return findUser(realm, bot_id)!
}

function updateAddress(realm: Realm, { user_id }: User, short_name: string) {
  const user = findUser(realm, user_id)!
  const host = user.delivery_email.split('@').at(-1)
  if (user.delivery_email === `${short_name.trim()}-bot@${host}`) return
  changeEmail(realm, user, freeAddress(realm, { short_name }))
}

// The owner is responsible for what the bot did, so only an administrator can change the owner.
function updateOwner(realm: Realm, actor: User, { user_id, bot_owner_id }: User, owner_id: number) {
  if (owner_id === bot_owner_id) return
  if (!isAdministrator(actor)) throw mustBeAdministrator({})
  const owner = findUser(realm, owner_id)
  if (owner === undefined) throw ownerDoesNotExist({})
  if (!owner.is_active) throw ownerIsDeactivated({})
  if (owner.is_bot) throw ownerIsBot({})
  setOwner(realm, user_id, owner_id)
}

/** Changes the owner of a bot, whose role is at most that of the owner. Publishes the owner to all users who can see the bot. */
export function setOwner(realm: Realm, user_id: number, bot_owner_id: number): void {
  const before = findUser(realm, user_id)!.bot_owner_id
  recordAudit(realm, 'bot_changed', { user_id }, { change: 'owner', old: before, new: bot_owner_id })
  const user = writeUser(realm, user_id, { bot_owner_id })
  copyProfileToD1(realm, user)
  publishBotOwner(realm, user, before)
  realm.publish(userUpdated({ person: { user_id, bot_owner_id } }), usersWhoCanSee({ user_id }))
  limitToOwner(realm, user, findUser(realm, bot_owner_id)!.role)
}

function updateService(realm: Realm, { user_id }: User, changes: BotChanges) {
  const user = findUser(realm, user_id)!
  const before = botOf(realm, user_id)
  const payload_url = changes.service_payload_url ?? before.payload_url
  const config_data = { ...before.config_data, ...changes.config_data }
  if (changes.service_payload_url !== undefined && !hasPayloadUrl(user.bot_type)) throw payloadUrlNotAllowed({})
  const refusal =
    (hasPayloadUrl(user.bot_type) ? refusalOfPayloadUrl(payload_url, outsidePolicy(realm)) : undefined) ??
    refusalOfConfiguration(config_data)
  if (refusal) throw refusal
  const format = changes.service_interface ?? before.interface
  if (changes.config_data === undefined && payload_url === before.payload_url && format === before.interface) return
  writeBot(realm, user_id, { payload_url, interface: format, config_data })
  // The address and the configuration may contain secrets.
  recordAudit(realm, 'bot_changed', { user_id }, { change: 'service' })
  publishBotServices(realm, user)
}

function updateDefaults(realm: Realm, actor: User, { user_id }: User, changes: BotChanges) {
  const user = findUser(realm, user_id)!
  for (const name of ['default_sending_stream', 'default_events_register_stream'] as const) {
    if (changes[name] === undefined) continue
    const value = resolveDefaultChannel(realm, actor, changes[name])
    if (value === botOf(realm, user_id)[name]) continue
    writeBot(realm, user_id, { [name]: value })
    publishBotChanges(realm, user, { [name]: value })
  }
  const { default_all_public_streams } = changes
  if (default_all_public_streams === undefined) return
  if (default_all_public_streams === botOf(realm, user_id).default_all_public_streams) return
  writeBot(realm, user_id, { default_all_public_streams })
  publishBotChanges(realm, user, { default_all_public_streams })
}
