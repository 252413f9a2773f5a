import { RateLimitExceeded } from './admission'
import type { RealmCall, RealmRefusal } from './realm-call'
import { ApiError, internalError, realmDoesNotExist } from './errors'
import { logLine } from './log-line'
import { NO_REALM_STATUS } from './realm-locator'

/** Returns the refusal for an error in the realm. An error that is not a refusal is a bug: it is logged, and the client gets a 500. */
export function refusalFrom(error: unknown, { endpoint, client }: RealmCall): RealmRefusal {
  if (error instanceof RateLimitExceeded) return { ok: false, refusal: error.refusal, rateLimit: error.rateLimit }
  if (error instanceof ApiError) return { ok: false, refusal: error.refusal }
  const { request_id, realm_name: realm } = client
  logLine('error', 'request_failed', { request_id, realm, endpoint }, error)
  return { ok: false, refusal: internalError({ request_id }).refusal }
}

/** Returns the refusal for an error in the realm as the response to a listener's Worker. */
export function refusalResponse(error: unknown, call: RealmCall): Response {
  const refused = refusalFrom(error, call)
  const status = refused.refusal.code === realmDoesNotExist.code ? NO_REALM_STATUS : 400
  return Response.json(refused, { status })
}
