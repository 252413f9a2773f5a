import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { allUsers } from '../users/storage'
import type { User } from '../users/user'
import type { Bot } from './bot'

type BotRow = Omit<Bot, 'default_all_public_streams' | 'config_data'> & {
  default_all_public_streams: number
  config_data: string // JSON
}

const DEFAULTS: Omit<Bot, 'user_id'> = {
  key_seed: '',
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
  service_name: '',
  payload_url: '',
  interface: 1,
  config_data: {},
}

/** The settings of each bot. Cache keys of its secrets are declared with it. */
export const botCache = cacheKeyById<number, Bot>()

/** Returns the settings of a bot. A bot without a row has the default settings. */
export const botOf = (realm: ReadOnlyRealm, user_id: number): Bot =>
  realm.cache.get(botCache(user_id), () => {
    const row = realm.sql.maybe<BotRow>`
      SELECT user_id, key_seed, default_sending_stream, default_events_register_stream, default_all_public_streams,
             service_name, payload_url, interface, config_data
      FROM bots WHERE user_id = ${user_id}`
    if (row === undefined) return { user_id, ...DEFAULTS }
    return {
      ...row,
      default_all_public_streams: row.default_all_public_streams === 1,
      config_data: JSON.parse(row.config_data),
    }
  })

/** Writes the changed settings, and returns the settings after the change. */
export function writeBot(realm: Realm, user_id: number, changed: Partial<Omit<Bot, 'user_id'>>): Bot {
  const bot = { ...botOf(realm, user_id), ...changed }
  realm.sql.run`
    INSERT INTO bots (user_id, key_seed, default_sending_stream, default_events_register_stream,
                      default_all_public_streams, service_name, payload_url, interface, config_data)
    VALUES (${user_id}, ${bot.key_seed}, ${bot.default_sending_stream}, ${bot.default_events_register_stream},
            ${bot.default_all_public_streams}, ${bot.service_name}, ${bot.payload_url}, ${bot.interface},
            ${JSON.stringify(bot.config_data)})
    ON CONFLICT (user_id) DO UPDATE SET
      key_seed = excluded.key_seed, default_sending_stream = excluded.default_sending_stream,
      default_events_register_stream = excluded.default_events_register_stream,
      default_all_public_streams = excluded.default_all_public_streams, service_name = excluded.service_name,
      payload_url = excluded.payload_url, interface = excluded.interface, config_data = excluded.config_data`
  realm.cache.invalidate(botCache(user_id))
  return bot
}

/** Gives each bot without a seed a new one, for the end of an import, which clears the cache: the bots of another server, whose copy has no settings of them. */
export function seedBots(realm: Realm): void {
  realm.sql.run`
    INSERT INTO bots (user_id, key_seed, default_sending_stream, default_events_register_stream,
                      default_all_public_streams, service_name, payload_url, interface, config_data)
    SELECT user_id, hex(randomblob(32)), NULL, NULL, 0, '', '', 1, '{}' FROM users
    WHERE bot_type IS NOT NULL AND is_system_bot = 0
    ON CONFLICT (user_id) DO UPDATE SET key_seed = excluded.key_seed WHERE key_seed = ''`
}

const botsOfLists = new WeakMap<readonly User[], readonly User[]>()

/** Returns all bots, also deactivated ones, except the system bots. The same list until a user changes. */
export function allBots(realm: ReadOnlyRealm): readonly User[] {
  const users = allUsers(realm)
  const bots = botsOfLists.get(users) ?? users.filter((user) => user.is_bot && !user.is_system_bot)
  botsOfLists.set(users, bots)
  return bots
}

/** Returns the number of bots of a user, deactivated ones among them. */
export const countBotsOf = (realm: ReadOnlyRealm, owner: User): number =>
  allBots(realm).filter(({ bot_owner_id }) => bot_owner_id === owner.user_id).length

/** Whether another active bot has this name, in any case. */
export const isBotNameTaken = (realm: ReadOnlyRealm, full_name: string, own?: User): boolean =>
  allUsers(realm).some(
    (bot) =>
      bot.is_bot &&
      bot.is_active &&
      bot.user_id !== own?.user_id &&
      bot.full_name.toLowerCase() === full_name.trim().toLowerCase(),
  )
