import { apiError } from '../../../api/errors'

/** The codes of a request to the bouncer without a usable answer. Clients know these names. */
export const BOUNCER_UNREACHABLE = 'FAILED_TO_CONNECT_BOUNCER'
export const BOUNCER_FAILED = 'INTERNAL_SERVER_ERROR_ON_BOUNCER'
export const NOT_AUTHORIZED = 'ADMIN_ACTION_REQUIRED'

export const deviceNotRecognized = apiError('INVALID_PUSH_DEVICE_TOKEN', () => 'Device not recognized')
const deviceNotRecognizedByBouncer = apiError(
  'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  () => 'Device not recognized by the push bouncer',
)
export const noActiveDevice = apiError('NO_ACTIVE_PUSH_DEVICE', () => 'No active registered push device')
const adminActionRequired = apiError(NOT_AUTHORIZED, () => 'The push bouncer does not authorize this server.')
const bouncerUnreachable = apiError(BOUNCER_UNREACHABLE, () => 'The push bouncer could not be reached.')
const bouncerFailed = apiError(BOUNCER_FAILED, () => 'The push bouncer failed to handle the request.')
export const bouncerErrors = [deviceNotRecognizedByBouncer, adminActionRequired, bouncerUnreachable, bouncerFailed]

/** Returns the error for a client that waits for the bouncer's answer. */
export const bouncerRefusal = (code: string) =>
  (bouncerErrors.find((error) => error.code === code) ?? bouncerFailed)({})

/**
 * Chooses the users whom this batch notifies, at limit `most` in all: those of the first messages, and of each message those
 * who have waited longest. Messages without a chosen user are left out.
 */
export function chooseRecipients<WaitingPush extends { waiting: readonly number[] }>(
  pushes: readonly WaitingPush[],
  limit: number,
): (WaitingPush & { recipients: number[] })[] {
  let remaining = limit
  return pushes.flatMap((push) => {
    const recipients = push.waiting.slice(0, remaining)
    remaining -= recipients.length
    return recipients.length === 0 ? [] : [{ ...push, recipients }]
  })
}

const MAX_ATTEMPTS = 30 // within a day; later, the user does not need the notification

export const isLastAttempt = (attempts: number): boolean => attempts >= MAX_ATTEMPTS
