import type { Realm } from '../../../realm'
import { refusalOfPayloadUrl } from '../../people/bots/payload-url-rules'
import type { BotSettings, Interface } from '../../people/bots/bot'
import { tellOfBot, tellOfOwner, tellOfServices } from '../../people/bots/events'
import {
  isCalled,
  noSuchBot,
  ownerDoesNotExist,
  ownerIsBot,
  ownerIsDeactivated,
  payloadUrlNotTaken,
  refusalOfConfiguration,
} from '../../people/bots/rules'
import { botOf, writeBot } from '../../people/bots/storage'
import { mustBeAdministrator } from '../../people/users/callers'
import { userUpdated, whoKnows } from '../../people/users/events'
import { putProfile } from '../../people/users/profile-in-d1'
import { isAdministrator } from '../../people/users/rules'
import { maybeUser, writeUser } from '../../people/users/storage'
import type { Role, User } from '../../people/users/user'
import { channelChosenBy } from './default-channels'
import { refusalToActAs, refusalToSeeTo } from '../users/rights'
import { updateAccount } from '../users/update'

/** What is wished of a bot; what is left out stays as it is. */
export type BotChanges = Partial<BotSettings> & {
  full_name?: string
  role?: Role
  bot_owner_id?: number
  service_payload_url?: string
  service_interface?: Interface
  config_data?: Record<string, string>
}

/** The bot, active or not, to somebody who sees to it. */
export function botSeenToBy(realm: Realm, actor: User, bot_id: number): User {
  const user = maybeUser(realm, bot_id)
  if (user === undefined || !user.is_bot || user.is_system_bot) throw noSuchBot({})
  const refusal = refusalToSeeTo(actor, user) ?? refusalToActAs(actor, user)
  if (refusal) throw refusal
  return user
}

/** All of the changes or none, each told to whom it concerns. */
export function updateBot(realm: Realm, actor: User, bot_id: number, wished: BotChanges): User {
  const user = botSeenToBy(realm, actor, bot_id)
  updateAccount(realm, actor, user, { full_name: wished.full_name, role: wished.role })
  if (wished.bot_owner_id !== undefined) giveOwner(realm, actor, user, wished.bot_owner_id)
  changeService(realm, user, wished)
  changeDefaults(realm, actor, user, wished)
  return maybeUser(realm, bot_id)!
}

// Whoever has a bot may be asked what it did, so it is not theirs to give away.
function giveOwner(realm: Realm, actor: User, { user_id, bot_owner_id }: User, owner_id: number) {
  if (owner_id === bot_owner_id) return
  if (!isAdministrator(actor)) throw mustBeAdministrator({})
  const owner = maybeUser(realm, owner_id)
  if (owner === undefined) throw ownerDoesNotExist({})
  if (!owner.is_active) throw ownerIsDeactivated({})
  if (owner.is_bot) throw ownerIsBot({})
  setOwner(realm, user_id, owner_id)
}

/** The bot is somebody else's, which everyone may know. */
export function setOwner(realm: Realm, user_id: number, bot_owner_id: number): void {
  const before = maybeUser(realm, user_id)!.bot_owner_id
  const user = writeUser(realm, user_id, { bot_owner_id })
  putProfile(realm, user)
  tellOfOwner(realm, user, before)
  realm.publish(userUpdated({ person: { user_id, bot_owner_id } }), whoKnows({ user_id }))
}

function changeService(realm: Realm, { user_id }: User, wished: BotChanges) {
  const user = maybeUser(realm, user_id)!
  const before = botOf(realm, user_id)
  const payload_url = wished.service_payload_url ?? before.payload_url
  const config_data = { ...before.config_data, ...wished.config_data }
  if (wished.service_payload_url !== undefined && !isCalled(user.bot_type)) throw payloadUrlNotTaken({})
  const refusal =
    (isCalled(user.bot_type) ? refusalOfPayloadUrl(payload_url, realm.config.calls_private_addresses) : undefined) ??
    refusalOfConfiguration(config_data)
  if (refusal) throw refusal
  const spoken = wished.service_interface ?? before.interface
  if (wished.config_data === undefined && payload_url === before.payload_url && spoken === before.interface) return
  writeBot(realm, user_id, { payload_url, interface: spoken, config_data })
  tellOfServices(realm, user)
}

function changeDefaults(realm: Realm, actor: User, { user_id }: User, wished: BotChanges) {
  const user = maybeUser(realm, user_id)!
  for (const name of ['default_sending_stream', 'default_events_register_stream'] as const) {
    if (wished[name] === undefined) continue
    const value = channelChosenBy(realm, actor, wished[name])
    if (value === botOf(realm, user_id)[name]) continue
    writeBot(realm, user_id, { [name]: value })
    tellOfBot(realm, user, { [name]: value })
  }
  const { default_all_public_streams } = wished
  if (default_all_public_streams === undefined) return
  if (default_all_public_streams === botOf(realm, user_id).default_all_public_streams) return
  writeBot(realm, user_id, { default_all_public_streams })
  tellOfBot(realm, user, { default_all_public_streams })
}
