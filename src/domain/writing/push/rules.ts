import { apiError } from '../../../api/errors'
import { BROKEN, NOT_LET_IN, UNREACHABLE } from './bouncer-codes'

export const deviceNotRecognized = apiError('INVALID_PUSH_DEVICE_TOKEN', () => 'Device not recognized')
const deviceNotRecognizedByBouncer = apiError(
  'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  () => 'Device not recognized by the push bouncer',
)
export const noActiveDevice = apiError('NO_ACTIVE_PUSH_DEVICE', () => 'No active registered push device')
const adminActionRequired = apiError(NOT_LET_IN, () => 'The push bouncer does not let this server in.')
const bouncerUnreachable = apiError(UNREACHABLE, () => 'The push bouncer could not be reached.')
const bouncerBroken = apiError(BROKEN, () => 'The push bouncer failed to handle the request.')
export const bouncerErrors = [deviceNotRecognizedByBouncer, adminActionRequired, bouncerUnreachable, bouncerBroken]

/** What somebody is told who waits for the bouncer's answer. */
export const bouncerRefusal = (code: string) =>
  (bouncerErrors.find((error) => error.code === code) ?? bouncerBroken)({})

/** Whom of those who wait for these messages are told at once: no more than so many, whoever waits longest first. */
export function chooseRecipients<Waits extends { waiting: readonly number[] }>(
  pushes: readonly Waits[],
  most: number,
): (Waits & { telling: number[] })[] {
  let room = most
  return pushes.map((push) => {
    const telling = push.waiting.slice(0, room)
    room -= telling.length
    return { ...push, telling }
  })
}

const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 3600
const MOST_ATTEMPTS = 30

/** How long after so many attempts the next is made. */
export const retryDelay = (attempts: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)

/** A day later nobody wants to know. */
export const isGivenUp = (attempts: number): boolean => attempts >= MOST_ATTEMPTS
