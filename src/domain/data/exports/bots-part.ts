import { findChannelByName } from '../../channels/channels/storage'
import { botOf } from '../../people/bots/storage'
import { PUBLIC } from './data-export'
import { walkedPart } from './part'
import type { Scope } from './scope'
import { bots, storageIn, withoutCredentials } from './walks'

/** What bots do, in exports with private data. Keys, tokens and configuration are credentials, so no export has them. */
export const botsPart = walkedPart(
  'bots',
  { ...bots, list: (scope) => (scope.dataExport.export_type === PUBLIC ? [] : bots.list(scope)) },
  {
    name: 'bots',
    most: 50,
    write: (scope, user) => {
      const { user_id, bot_type, bot_owner_id } = user
      const bot = botOf(scope.realm, user_id)
      const entries = storageIn(scope, user)
      return {
        user_id,
        bot_type,
        bot_owner_id,
        default_sending_stream: exportedChannel(scope, bot.default_sending_stream),
        default_events_register_stream: exportedChannel(scope, bot.default_events_register_stream),
        default_all_public_streams: bot.default_all_public_streams,
        service_name: bot.service_name,
        payload_url: withoutCredentials(bot.payload_url),
        interface: bot.interface,
        storage: entries && Object.fromEntries(entries.map(({ entry_key, value }) => [entry_key, value])),
      }
    },
  },
)

function exportedChannel(scope: Scope, name: string | null): string | null {
  const channel = name === null ? undefined : findChannelByName(scope.realm, name)
  return channel && scope.hasChannel(channel) ? name : null
}
