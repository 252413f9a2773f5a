import { RateLimitExceeded } from './admission'
import type { RealmCall, RealmRefusal } from './realm-call'
import { ApiError, internalError } from './errors'

/** Returns the refusal for an error in the realm. An error that is not a refusal is a bug: it is logged, and the client gets a 500. */
export function refusalFrom(error: unknown, { endpoint, client }: RealmCall): RealmRefusal {
  if (error instanceof RateLimitExceeded) return { ok: false, refusal: error.refusal, rateLimit: error.rateLimit }
  if (error instanceof ApiError) return { ok: false, refusal: error.refusal }
  console.error(`Request ${client.request_id}: ${endpoint} failed in the realm`, error)
  return { ok: false, refusal: internalError({ request_id: client.request_id }).refusal }
}
