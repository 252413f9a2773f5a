import { Limited } from './admission'
import type { RealmCall, Refused } from './realm-call'
import { ApiError, internalError } from './errors'

/** What becomes of an error in the realm: a refusal is told, and what is none is our bug, logged whole and told as such. */
export function refusalFrom(error: unknown, { endpoint, client }: RealmCall): Refused {
  if (error instanceof Limited) return { ok: false, refusal: error.refusal, rateLimit: error.rateLimit }
  if (error instanceof ApiError) return { ok: false, refusal: error.refusal }
  console.error(`Request ${client.request_id}: ${endpoint} failed in the realm`, error)
  return { ok: false, refusal: internalError({ request_id: client.request_id }).refusal }
}
