/**
 * Errors are values: a code clients branch on, a message for people, the fields the code promises. They are declared
 * beside the rule that refuses, thrown inside the realm (which rolls its transaction back), and cross to the Worker as
 * a plain `Refusal`, because a remote call drops an error's own properties. Only this folder knows HTTP statuses.
 */
export type Refusal = { code: string; msg: string; fields: Record<string, unknown>; status: number }

/** What crossed with a refusal is what its kind promises. */
export const fieldsOf = <Fields extends object>(_: ErrorKind<Fields>, { fields }: Refusal) => fields as Fields

export class ApiError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.msg)
  }
}

export type ErrorKind<Fields> = ((fields: Fields) => ApiError) & { code: string; status: number }

/** An error whose fields the client is told. */
export function apiError<Fields extends object>(code: string, message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind(code, statusOf(code), message, (fields) => ({ ...fields }) as Record<string, unknown>)
}

/** The generic refusal: its fields only help to word the message. */
export function badRequest<Fields extends object>(message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind('BAD_REQUEST', 400, message, () => ({}))
}

/** A few things answer "there is no such thing" with HTTP 404, still under the generic code. */
export function missing<Fields extends object>(message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind('BAD_REQUEST', 404, message, () => ({}))
}

/** It is there, and not for whoever asks: files say so with HTTP 403, under the generic code. */
export function forbidden<Fields extends object>(message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind('BAD_REQUEST', 403, message, () => ({}))
}

/** For protocols that say by HTTP's own statuses what is wrong. */
export function refusedWith<Fields extends object>(
  status: 400 | 404 | 409 | 412 | 413 | 415 | 423 | 460,
  message: (fields: Fields) => string,
): ErrorKind<Fields> {
  return kind('BAD_REQUEST', status, message, () => ({}))
}

function kind<Fields extends object>(
  code: string,
  status: number,
  message: (fields: Fields) => string,
  told: (fields: Fields) => Record<string, unknown>,
): ErrorKind<Fields> {
  const make = (fields: Fields) => new ApiError({ code, msg: message(fields), fields: told(fields), status })
  return Object.assign(make, { code, status })
}

const STATUS_BY_CODE: Record<string, number> = {
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  UNAUTHENTICATED_USER: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  AUTHENTICATION_FAILED: 401,
  PASSWORD_AUTH_DISABLED: 401,
  PASSWORD_RESET_REQUIRED: 401,
  ADMIN_ACTION_REQUIRED: 403,
  NONEXISTENT_SUBDOMAIN: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CHANNEL_ALREADY_EXISTS: 409,
  REALM_ALREADY_EXISTS: 409,
  REQUEST_TOO_LARGE: 413,
  RATE_LIMIT_HIT: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVER_NOT_READY: 500,
  FAILED_TO_CONNECT_BOUNCER: 502,
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 502,
  STORE_UNAVAILABLE: 503,
}

const statusOf = (code: string) => STATUS_BY_CODE[code] ?? 400

// What the machinery itself refuses.
export const pathNotFound = apiError('NOT_FOUND', () => 'No such path')
export const methodNotAllowed = apiError(
  'METHOD_NOT_ALLOWED',
  (_: { allowed_methods: string[] }) => 'Method Not Allowed',
)
export const requestTooLarge = apiError(
  'REQUEST_TOO_LARGE',
  (f: { limit: number }) => `The request is larger than ${f.limit} bytes`,
)
export const unreadableBody = badRequest(() => 'The request body could not be read')
export const realmDoesNotExist = apiError('NONEXISTENT_SUBDOMAIN', () => 'Invalid subdomain')
export const rateLimitHit = apiError(
  'RATE_LIMIT_HIT',
  (_: { 'retry-after': number }) => 'API usage exceeded rate limit',
)
export const internalError = apiError('INTERNAL_SERVER_ERROR', (_: { request_id: string }) => 'Internal server error')
/** D1 holds older bodies; while it is away they cannot be read, and saying so beats an empty answer. */
export const storeUnavailable = apiError('STORE_UNAVAILABLE', () => 'Older messages cannot be read right now')
export const realmAlreadyExists = apiError('REALM_ALREADY_EXISTS', () => 'A realm of this name already exists')
