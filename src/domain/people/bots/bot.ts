import * as v from 'valibot'

/** The format of the requests to an outgoing webhook: 1 is our own JSON, 2 is the form fields of another chat server. */
export const INTERFACES = [1, 2] as const
export type Interface = (typeof INTERFACES)[number]

/** The settings of a bot, besides its account. */
export type Bot = {
  user_id: number
  key_seed: string // the API key and the token are derived from it
  // Names of channels, as the owner entered them.
  default_sending_stream: string | null
  default_events_register_stream: string | null
  default_all_public_streams: boolean
  service_name: string
  payload_url: string // the server sends the messages for an outgoing webhook bot there; empty for other types
  interface: Interface
  config_data: Record<string, string>
}

/** The settings of a bot of any type. */
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

/** The fields of a bot that its account does not have, for its owner and administrators. */
export const botFields = {
  user_id: v.number(),
  ...defaultFields,
  services: v.array(service),
}
