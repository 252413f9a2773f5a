import type { Realm } from '../../../realm'
import { refusalOfPayloadUrl } from '../../people/bots/payload-url-rules'
import type { BotSettings, Interface } from '../../people/bots/bot'
import { listenFromHere } from '../outgoing-webhooks/deliveries'
import { tellOfNewBot } from '../../people/bots/events'
import {
  botNameInUse,
  isCalled,
  mayCreate,
  payloadUrlNotTaken,
  refusalOfConfiguration,
  refusalOfType,
  usernameInUse,
} from '../../people/bots/rules'
import { newSeed } from '../../people/bots/secrets'
import { isBotNameTaken, writeBot } from '../../people/bots/storage'
import { realmAllows } from '../../people/groups/standing'
import { realmRow } from '../../realm/settings/storage'
import { badName, insufficientPermission, refusalOfEmail } from '../../people/users/rules'
import { maybeUserByEmail } from '../../people/users/storage'
import type { BotType, User } from '../../people/users/user'
import { openAccount } from '../users/actions'
import { channelChosenBy } from './default-channels'

export type WantedBot = Partial<BotSettings> & {
  full_name: string
  short_name: string
  bot_type: BotType
  payload_url: string
  service_name?: string
  interface_type: Interface
  config_data: Record<string, string>
}

/** Makes a bot of somebody's own. The account is told to everyone, and what it is set up for to whoever sees to it. */
export function createBot(realm: Realm, actor: User, wanted: WantedBot): User {
  refuseNewBot(realm, actor, wanted)
  const { bot_type, full_name } = wanted
  const email = emailFor(realm, wanted)
  const user = openAccount(realm, { email, full_name, password_hash: null, bot_type, bot_owner_id: actor.user_id })
  writeBot(realm, user.user_id, { key_seed: newSeed(realm), ...settingsFor(realm, actor, wanted) })
  tellOfNewBot(realm, user)
  if (isCalled(bot_type)) listenFromHere(realm)
  return user
}

const emailFor = (realm: Realm, { short_name }: WantedBot) => `${short_name.trim()}-bot@${realmRow(realm).host}`

/** May somebody make this bot? What its account may not be called is found out when it is opened. */
export function refuseNewBot(realm: Realm, actor: User, wanted: WantedBot): void {
  const { bot_type } = wanted
  const allowance = {
    any: realmAllows(realm, actor, 'can_create_bots_group'),
    writeOnly: realmAllows(realm, actor, 'can_create_write_only_bots_group'),
  }
  if (!mayCreate(bot_type, allowance)) throw insufficientPermission({})
  const refusal = refusalOfType(bot_type) ?? refusalOfCall(realm, wanted) ?? refusalOfConfiguration(wanted.config_data)
  if (refusal) throw refusal
  const email = emailFor(realm, wanted)
  if (wanted.short_name.trim() === '' || refusalOfEmail(email)) throw badName({})
  if (maybeUserByEmail(realm, email)) throw usernameInUse({})
  if (isBotNameTaken(realm, wanted.full_name)) throw botNameInUse({})
}

function refusalOfCall(realm: Realm, { bot_type, payload_url }: WantedBot) {
  if (isCalled(bot_type)) return refusalOfPayloadUrl(payload_url, realm.config.calls_private_addresses)
  return payload_url === '' ? undefined : payloadUrlNotTaken({})
}

const settingsFor = (realm: Realm, actor: User, wanted: WantedBot) => ({
  default_sending_stream: channelChosenBy(realm, actor, wanted.default_sending_stream),
  default_events_register_stream: channelChosenBy(realm, actor, wanted.default_events_register_stream),
  default_all_public_streams: wanted.default_all_public_streams ?? false,
  service_name: wanted.service_name ?? wanted.short_name.trim(),
  payload_url: wanted.payload_url,
  interface: wanted.interface_type,
  config_data: wanted.config_data,
})
