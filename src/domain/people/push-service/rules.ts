import * as v from 'valibot'
import { apiError } from '../../../api/errors'
import { parseJson } from '../../../api/parse-json'

/** The codes of a request to the bouncer without a usable answer. Clients know these names. */
export const BOUNCER_UNREACHABLE = 'FAILED_TO_CONNECT_BOUNCER'
export const BOUNCER_FAILED = 'INTERNAL_SERVER_ERROR_ON_BOUNCER'
const ADMIN_ACTION_REQUIRED = 'ADMIN_ACTION_REQUIRED'
/** The bouncer does not know the realm: it was not uploaded. */
export const MISSING_REALM = 'MISSING_REMOTE_REALM'
/** The plan of the realm has no notifications. */
export const DISALLOWED = 'PUSH_NOTIFICATIONS_DISALLOWED'

/** The errors that need the operator: credentials, a realm that the bouncer does not know, or a plan. */
const FOR_OPERATORS = ['INVALID_ZULIP_SERVER', MISSING_REALM, DISALLOWED, 'REMOTE_REALM_SERVER_MISMATCH_ERROR']

const deviceNotRecognizedByBouncer = apiError(
  'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  () => 'Device not recognized by the push bouncer',
)
const adminActionRequired = apiError(
  ADMIN_ACTION_REQUIRED,
  () => 'Push notification configuration issue on server, contact the server administrator or retry later.',
)
const bouncerUnreachable = apiError(
  BOUNCER_UNREACHABLE,
  () => 'Network error while connecting to Zulip push notification service.',
)
const bouncerFailed = apiError(
  BOUNCER_FAILED,
  () => 'Internal server error on Zulip push notification service, retry later.',
)
const refusedByBouncer = apiError('BAD_REQUEST', (f: { msg: string }) => f.msg)
export const bouncerErrorsWithTexts = [
  deviceNotRecognizedByBouncer,
  adminActionRequired,
  bouncerUnreachable,
  bouncerFailed,
  refusedByBouncer,
]

/**
 * Why the bouncer did not do what it was asked. `later`: the same request may succeed. `operator`: it will, after the operator
 * changed something. `never`: it would be refused again.
 */
export type BouncerFailure = {
  ok: false
  code: string
  msg: string
  retry: 'later' | 'operator' | 'never'
  retry_after?: string | null
}

/** Returns the error for a client that waits for the bouncer's answer. */
export function bouncerRefusal({ code, msg, retry }: BouncerFailure) {
  if (retry === 'operator') return adminActionRequired({})
  if (code === BOUNCER_UNREACHABLE) return bouncerUnreachable({})
  if (retry === 'later') return bouncerFailed({})
  if (code === deviceNotRecognizedByBouncer.code) return deviceNotRecognizedByBouncer({})
  return refusedByBouncer({ msg })
}

const errorShape = v.object({ code: v.optional(v.string()), msg: v.optional(v.string(), '') })

/** Returns what an answer of the bouncer means that is no success. */
export function failureOf(status: number, text: string): BouncerFailure {
  const isServerError = status >= 500
  // The bodies of server errors come from proxies, so they are not read.
  const { output, success } = v.safeParse(errorShape, isServerError ? undefined : parseJson(text))
  const { code, msg } = success ? output : { code: undefined, msg: '' }
  const failure = (retry: BouncerFailure['retry'], name: string): BouncerFailure => ({
    ok: false,
    code: name,
    msg,
    retry,
  })
  if (isServerError) return failure('later', BOUNCER_FAILED)
  if (status === 429 || code === 'RATE_LIMIT_HIT') return failure('later', BOUNCER_FAILED)
  if (code !== undefined && FOR_OPERATORS.includes(code)) return failure('operator', code)
  if (status === 401) return failure('operator', 'INVALID_ZULIP_SERVER')
  // Any other answer than the documented ones: another service is at this address.
  if (status < 400 || !success) return failure('operator', ADMIN_ACTION_REQUIRED)
  return failure('never', code ?? 'BAD_REQUEST')
}

/** The people of a realm by role, and its bots. */
export type People = Record<100 | 200 | 300 | 400 | 600, number> & { bots: number }

// The kinds of events that the bouncer accepts. Its count of people is that of the newest event.
const [CREATED, DEACTIVATED, ROLE_CHANGED] = [101, 103, 105] as const

const total = (people: People): number => people[100] + people[200] + people[300] + people[400] + people[600]

/** Returns the kind of event after which a realm has these people. */
export function eventType(before: People | undefined, after: People): number {
  const added = before === undefined ? 1 : total(after) + after.bots - total(before) - before.bots
  if (added > 0) return CREATED
  return added < 0 ? DEACTIVATED : ROLE_CHANGED
}

/** Returns the people of a realm as an event of the bouncer has them. */
export const extraData = ({ bots, ...roles }: People): string => JSON.stringify({ 10: { 11: roles, 12: bots } })
