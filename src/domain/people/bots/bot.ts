import * as v from 'valibot'

/** How an outgoing webhook is spoken to: in JSON of our own, or as another chat speaks to its webhooks. */
export const INTERFACES = [1, 2] as const
export type Interface = (typeof INTERFACES)[number]

/** What a bot is beside its account. */
export type Bot = {
  user_id: number
  key_seed: string // what its key and its token are derived from; empty where it was not asked for yet
  // By name, as whoever set the bot up chose them.
  default_sending_stream: string | null
  default_events_register_stream: string | null
  default_all_public_streams: boolean
  service_name: string
  payload_url: string // where an outgoing webhook's messages are told to; empty for all others
  interface: Interface
  config_data: Record<string, string>
}

/** What may be set up about a bot of any type. */
export type BotSettings = Pick<
  Bot,
  'default_sending_stream' | 'default_events_register_stream' | 'default_all_public_streams'
>

const service = v.union([
  v.strictObject({ base_url: v.string(), token: v.string(), interface: v.number() }),
  v.strictObject({ service_name: v.string(), config_data: v.record(v.string(), v.string()) }),
])

export const defaultFields = {
  default_sending_stream: v.nullable(v.string()),
  default_events_register_stream: v.nullable(v.string()),
  default_all_public_streams: v.boolean(),
}

export const defaultsOf = ({
  default_sending_stream,
  default_events_register_stream,
  default_all_public_streams,
}: BotSettings): BotSettings => ({
  default_sending_stream,
  default_events_register_stream,
  default_all_public_streams,
})

/** A bot as its owner and administrators see it. `api_key` is empty for an account that may not have the key. */
export const botFields = {
  user_id: v.number(),
  api_key: v.string(),
  full_name: v.string(),
  email: v.string(),
  bot_type: v.nullable(v.number()),
  is_active: v.boolean(),
  owner_id: v.nullable(v.number()),
  avatar_url: v.string(),
  ...defaultFields,
  services: v.array(service),
}
