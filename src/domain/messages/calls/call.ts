import type { CallSeat } from '../../../realm'

/** A call in the conversation of its message. */
export type Call = {
  call_id: number
  conversation_id: number
  announced_in: string
  starter_id: number
  started_at: number
  secret: string
  ring_until: number | null
  user_ids: readonly number[]
  away: readonly AwaySeat[]
  empty_since: number | null
  ended_at: number | null
  end_reason: CallEnd | null
  transport: Transport
  closing: readonly ClosingSession[]
  rings_for: readonly number[]
}

/** How media go: between the browsers, or over the media server of the platform. It stays until the call ends. */
export const TRANSPORTS = ['mesh', 'sfu'] as const
export type Transport = (typeof TRANSPORTS)[number]

/**
 * A session at the media server that must end. `attempts`: how often the server was asked. `is_lost`: its participant lost the right, so it
 * is closed once more at `again_at`: a request that the realm had allowed before may have reached the media server later.
 */
export type ClosingSession = { session_id: string; attempts: number; is_lost?: boolean; again_at?: number }

/** A seat whose participant lost the connection. It is kept until then. */
export type AwaySeat = CallSeat & { number: number; user_id: number; until: number }

/** Why a call ended: the last participant left, a participant or a moderator ended it, no user answered, or it took too long. */
export const CALL_ENDS = ['last_left', 'ended', 'missed', 'too_long'] as const
export type CallEnd = (typeof CALL_ENDS)[number]
