import * as v from 'valibot'
import { badRequest, notFound, type ApiError } from '../../../api/errors'
import { integer } from '../../../api/params'
import type { BotWords } from '../../../pages/words/bots-en'
import type { User } from '../../people/users/user'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'

export const scheduledMessageDoesNotExist = notFound(() => 'Scheduled message does not exist')
export const scheduledMessageWasSent = badRequest(() => 'Scheduled message was already sent')
export const deliveryNotInFuture = badRequest(() => 'Scheduled delivery time must be in the future.')
export const nothingToChange = badRequest(() => 'Nothing to change')
export const recipientRequired = badRequest(() => 'Recipient required when updating type of scheduled message.')
export const notScheduledByAgent = badRequest(() => 'Agents can only cancel messages that agents scheduled')
export const topicRequired = badRequest(() => 'Topic required when updating scheduled message type to channel.')

export const tooManyScheduledMessages = badRequest(
  () => `No more than ${MAX_SCHEDULED_MESSAGES} messages can be scheduled at a time.`,
)

export const scheduledMessagesTooLong = badRequest(
  () => 'Your scheduled messages, with their rendered content, are too long together.',
)

// One response contains all scheduled messages of a user, with their rendered content, which a formula can make very long.
const MAX_SCHEDULED_MESSAGES = 500
const MAX_CHARACTERS = 4_000_000

/** The scheduled messages of one user, counted together. */
export type ScheduledTotals = { messages: number; characters: number }

export function refusalOfMore(
  { messages, characters }: ScheduledTotals,
  more: Pick<ScheduledTotals, 'characters'>,
): ApiError | undefined {
  if (messages >= MAX_SCHEDULED_MESSAGES) return tooManyScheduledMessages({})
  return characters + more.characters > MAX_CHARACTERS ? scheduledMessagesTooLong({}) : undefined
}

/** Returns whether a user can see a message of the own account. An agent can be limited to channels. */
export const isWithinReach = ({ limited_to }: Pick<User, 'limited_to'>, { to }: { to: number | number[] }): boolean =>
  limited_to === undefined || (typeof to === 'number' && limited_to.has(to))

/** The end of the year 9999. Clients do not agree on the meaning of later times. */
const END_OF_TIME = 253_402_300_799
export const deliveryTime = () => v.pipe(integer(), v.maxValue(END_OF_TIME, 'a time before the year 10000'))

/** The platform does not accept an alarm that is centuries away. */
const MAX_SLEEP_SECONDS = 30 * SECONDS_PER_DAY

/** Returns the time for the alarm of work that is due at `due`. */
export const nextWakeTime = (now: number, due: number): number => Math.min(due, now + MAX_SLEEP_SECONDS)

/** Returns whether a sent message is read by its sender. A message to oneself is not: the sender wants to notice it. */
export const isReadByDefault = (isHumanClient: boolean, isOnlyToSender: boolean): boolean =>
  isHumanClient && !isOnlyToSender

/** Returns the bot message to the sender of a message that failed. The reason can contain a name, so it is a code block. */
export const failureText = ({ scheduled }: BotWords, due: number, reason: string): string =>
  `${scheduled.failed(`<time:${new Date(due * 1000).toISOString()}>`)}

\`\`\`\`
${reason}
\`\`\`\`

${scheduled.next}`
