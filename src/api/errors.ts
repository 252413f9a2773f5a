/**
 * An error as a value: a code for programs, a message for people, and the fields that the code promises. A concept declares its
 * errors beside the rules that return them. A function in the realm throws an error, which rolls back the transaction. It
 * travels to the Worker as a plain `Refusal`, because a remote call loses the properties of an error. Only this folder knows
 * HTTP statuses.
 */
export type Refusal = { code: string; msg: string; fields: Record<string, unknown>; status: number }

/** Returns the fields of a refusal with the type that its kind declares. The caller has compared the codes. */
export const refusalFields = <Fields extends object>(_: ErrorKind<Fields>, { fields }: Refusal) => fields as Fields

export class ApiError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.msg)
  }
}

export type ErrorKind<Fields> = ((fields: Fields) => ApiError) & { code: string; status: number }

/** Declares an error with its own code. The client receives the fields. */
export function apiError<Fields extends object>(code: string, message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind(code, statusOf(code), message, (fields) => ({ ...fields }) as Record<string, unknown>)
}

/** Declares an error with the generic code and status 400. The fields occur only in the message. */
export function badRequest<Fields extends object>(message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind('BAD_REQUEST', 400, message, () => ({}))
}

/** Declares an error with the generic code and status 404. */
export function notFound<Fields extends object>(message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind('BAD_REQUEST', 404, message, () => ({}))
}

/** Declares an error with the generic code and status 403. */
export function forbidden<Fields extends object>(message: (fields: Fields) => string): ErrorKind<Fields> {
  return kind('BAD_REQUEST', 403, message, () => ({}))
}

/** Declares an error with its own code and status 403. The client receives the fields. */
export function forbiddenWith<Fields extends object>(
  code: string,
  message: (fields: Fields) => string,
): ErrorKind<Fields> {
  return kind(code, 403, message, (fields) => ({ ...fields }) as Record<string, unknown>)
}

/** Declares an error with the generic code and another status. For protocols whose clients read only the status. */
export function errorWithStatus<Fields extends object>(
  status: 400 | 404 | 409 | 412 | 413 | 415 | 423 | 460,
  message: (fields: Fields) => string,
): ErrorKind<Fields> {
  return kind('BAD_REQUEST', status, message, () => ({}))
}

/** Declares an error with its own code and status 200: for senders that repeat or disable what is refused. */
export function okWithError<Fields extends object>(
  code: string,
  message: (fields: Fields) => string,
): ErrorKind<Fields> {
  return kind(code, 200, message, (fields) => ({ ...fields }) as Record<string, unknown>)
}

function kind<Fields extends object>(
  code: string,
  status: number,
  message: (fields: Fields) => string,
  responseFields: (fields: Fields) => Record<string, unknown>,
): ErrorKind<Fields> {
  const make = (fields: Fields) => new ApiError({ code, msg: message(fields), fields: responseFields(fields), status })
  return Object.assign(make, { code, status })
}

const STATUS_BY_CODE: Record<string, number> = {
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  UNAUTHENTICATED_USER: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  AUTHENTICATION_FAILED: 401,
  PARLEY_OTHER_SESSION: 401,
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
  FAILED_TO_CONNECT_BOUNCER: 502,
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 502,
  STORE_UNAVAILABLE: 503,
  REALM_IS_BEING_RESTORED: 503,
  REALM_CANNOT_START: 503,
  SERVER_NOT_READY: 503,
}

const statusOf = (code: string) => STATUS_BY_CODE[code] ?? 400

// The errors of the machinery itself.
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
/** D1 has the bodies of older messages, and does not respond. An empty answer would look like lost messages. */
export const storeUnavailable = apiError('STORE_UNAVAILABLE', () => 'Older messages cannot be read right now')
/** The tables of the realm do not fit this version of the server, or its object failed while it woke. */
export const realmCannotStart = apiError(
  'REALM_CANNOT_START',
  (f: { reason: string }) => `This organization cannot start. ${f.reason}`,
)
export const realmAlreadyExists = apiError('REALM_ALREADY_EXISTS', () => 'A realm of this name already exists')
