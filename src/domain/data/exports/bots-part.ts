import type { ReadOnlyRealm } from '../../../realm'
import { allEntries } from '../../accounts/bots/storage'
import { findChannelByName } from '../../channels/channels/storage'
import { allBots, botOf } from '../../people/bots/storage'
import type { User } from '../../people/users/user'
import { PUBLIC } from './data-export'
import { pagedPart, takeItems } from './part'
import type { Scope } from './scope'

const BOTS_PER_PAGE = 50

/**
 * What bots do, in exports with private data. Keys, tokens and configuration are credentials, so no export has them. What a bot
 * has stored is private data of its owner.
 */
export const botsPart = pagedPart('bots', (scope, after) => {
  if (scope.dataExport.export_type === PUBLIC) return {}
  const { values, next } = takeItems(
    allBots(scope.realm),
    ({ user_id }) => user_id,
    { after, most: BOTS_PER_PAGE },
    (bot) => exportedBot(scope, bot),
  )
  return values.length === 0 ? {} : { content: { bots: values }, next }
})

function exportedBot(scope: Scope, { user_id, bot_type, bot_owner_id }: User) {
  const { realm } = scope
  const bot = botOf(realm, user_id)
  const exportedChannel = (name: string | null) => {
    const channel = name === null ? undefined : findChannelByName(realm, name)
    return channel && scope.hasChannel(channel) ? name : null
  }
  return {
    user_id,
    bot_type,
    bot_owner_id,
    default_sending_stream: exportedChannel(bot.default_sending_stream),
    default_events_register_stream: exportedChannel(bot.default_events_register_stream),
    default_all_public_streams: bot.default_all_public_streams,
    service_name: bot.service_name,
    payload_url: withoutCredentials(bot.payload_url),
    interface: bot.interface,
    storage: bot_owner_id !== null && scope.hasDataOf(bot_owner_id) ? storageOf(realm, user_id) : null,
  }
}

const storageOf = (realm: ReadOnlyRealm, user_id: number): Record<string, string> =>
  Object.fromEntries(allEntries(realm.sql, user_id).rows.map(({ entry_key, value }) => [entry_key, value]))

/** Addresses often have tokens behind the host. */
const withoutCredentials = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
