import * as v from 'valibot'
import { badRequest, missing, type ApiError } from '../../../api/errors'
import { integer } from '../../../api/params'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'

export const scheduledMessageDoesNotExist = missing(() => 'Scheduled message does not exist')
export const scheduledMessageWasSent = badRequest(() => 'Scheduled message was already sent')
export const deliveryNotInFuture = badRequest(() => 'Scheduled delivery time must be in the future.')
export const nothingToChange = badRequest(() => 'Nothing to change')
export const recipientRequired = badRequest(() => 'Recipient required when updating type of scheduled message.')
export const topicRequired = badRequest(() => 'Topic required when updating scheduled message type to channel.')

export const tooManyScheduled = badRequest(() => `No more than ${MOST_SCHEDULED} messages can wait to be sent.`)

export const tooMuchScheduled = badRequest(
  () => 'What waits to be sent, and what its Markdown became, is too much to keep any more of it.',
)

// All of somebody's are told in one answer, with what their Markdown became: a formula of few characters becomes many.
const MOST_SCHEDULED = 500
const MOST_CHARACTERS = 4_000_000

/** What somebody has waiting, in all. */
export type ScheduledTotals = { messages: number; characters: number }

export function refusalOfMore(
  { messages, characters }: ScheduledTotals,
  more: Pick<ScheduledTotals, 'characters'>,
): ApiError | undefined {
  if (messages >= MOST_SCHEDULED) return tooManyScheduled({})
  return characters + more.characters > MOST_CHARACTERS ? tooMuchScheduled({}) : undefined
}

/** Clocks and clients agree on no later time than the end of the year 9999. */
const END_OF_TIME = 253_402_300_799
export const deliveryTime = () => v.pipe(integer(), v.maxValue(END_OF_TIME, 'a time before the year 10000'))

/** An alarm is never set further ahead than this: beyond some centuries the platform's own clock has no numbers. */
const LONGEST_SLEEP_SECONDS = 30 * SECONDS_PER_DAY

/** When to look again for what is due at a time. */
export const nextWakeTime = (now: number, due: number): number => Math.min(due, now + LONGEST_SLEEP_SECONDS)

/** Whoever writes to themselves alone wants to find it unread when it comes. */
export const isReadByDefault = (isHumanClient: boolean, isToSelfAlone: boolean): boolean =>
  isHumanClient && !isToSelfAlone

/** What its sender is told of a message that could not be sent. The reason may say any name, so none of it is Markdown. */
export const failureText = (due: number, reason: string): string =>
  `The message that you scheduled for <time:${new Date(due * 1000).toISOString()}> was not sent:

\`\`\`\`
${reason}
\`\`\`\`

You can change it or delete it among your [scheduled messages](#scheduled).`
