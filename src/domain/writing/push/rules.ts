import { apiError } from '../../../api/errors'

export const deviceNotRecognized = apiError('INVALID_PUSH_DEVICE_TOKEN', () => 'Device not recognized')
export const noActiveDevice = apiError('NO_ACTIVE_PUSH_DEVICE', () => 'No active registered push device')

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

const MAX_NOTIFICATION_ATTEMPTS = 4
const MAX_REGISTRATION_ATTEMPTS = 30 // within a day: the bouncer refuses a registration that is older

/** A notification is repeated three times, as Zulip does: some minutes later, it only disturbs. */
export const isLastNotification = (attempts: number): boolean => attempts >= MAX_NOTIFICATION_ATTEMPTS

export const isLastRegistration = (attempts: number): boolean => attempts >= MAX_REGISTRATION_ATTEMPTS
