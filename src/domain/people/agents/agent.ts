import type { Scope } from './scopes'

/** What a user allows an agent. `channels`: only these channels, and no direct messages. null: no limit. */
export type Grant = { scopes: readonly Scope[]; channels: readonly number[] | null }

/** A client that a user connected. */
export type Agent = Grant & {
  agent_id: number
  user_id: number
  client_id: string
  client_name: string
  /** The host to which the code was sent. */
  host: string
  /** The only endpoint at which the tokens are valid. */
  resource: string
  refresh_hash: string
  created_at: number
  used_at: number // up to an hour too early
  address: string
}

/** What a user allowed, and to whom, until the client exchanges the code. */
export type AllowedRequest = Grant & {
  client_id: string
  client_name: string
  redirect_uri: string
  code_challenge: string
  resource: string
}
