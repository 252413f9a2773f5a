import { Limited } from './admission'
import type { Call, Refused } from './call'
import { ApiError, internalError } from './errors'

/** What becomes of an error in the realm: a refusal is told, and what is none is our bug, logged whole and told as such. */
export function refusedBy(error: unknown, { endpoint, client }: Call): Refused {
  if (error instanceof Limited) return { ok: false, refusal: error.refusal, allowance: error.allowance }
  if (error instanceof ApiError) return { ok: false, refusal: error.refusal }
  console.error(`Request ${client.request_id}: ${endpoint} failed in the realm`, error)
  return { ok: false, refusal: internalError({ request_id: client.request_id }).refusal }
}
