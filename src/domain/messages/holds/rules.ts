import { badRequest, type ApiError } from '../../../api/errors'
import type { Hold, MessageFacts } from './hold'

/** How many holds are there at the same time. Each deletion is compared with all of them. */
export const MAX_HOLDS = 50
export const MAX_HOLD_PEOPLE = 100
export const MAX_HOLD_CHANNELS = 100
export const MAX_HOLD_NAME_LENGTH = 60
/** Of the text that says why: of a hold, of its end, of a search and of an export. */
export const MAX_REASON_LENGTH = 500

export const holdNeedsName = badRequest(() => `A hold has a name of 1 to ${MAX_HOLD_NAME_LENGTH} characters`)
export const reasonIsMissing = badRequest(() => `Say why, with 1 to ${MAX_REASON_LENGTH} characters`)
export const holdTimeIsEmpty = badRequest(() => 'The end of the time is not after its beginning')
export const tooManyHolds = badRequest(() => `There are at most ${MAX_HOLDS} holds`)
export const holdNamesUnknown = badRequest(() => 'One of the users or channels does not exist')

/** Returns whether a hold keeps a message. */
export function isHeld(hold: Hold, { sender_id, sent_at, people, stream_ids }: MessageFacts): boolean {
  const { user_ids, sent_from, sent_before } = hold
  if (sent_from !== null && sent_at < sent_from) return false
  if (sent_before !== null && sent_at >= sent_before) return false
  const isOf = (user_id: number) => user_ids.includes(user_id)
  if (user_ids.length > 0 && !isOf(sender_id) && !(people ?? []).some(isOf)) return false
  return hold.stream_ids.length === 0 || stream_ids.some((stream_id) => hold.stream_ids.includes(stream_id))
}

/** Returns why a text does not say why. */
export function refusalOfReason(reason: string): ApiError | undefined {
  const { length } = [...reason.trim()]
  return length === 0 || length > MAX_REASON_LENGTH ? reasonIsMissing({}) : undefined
}

export type RequestedHold = Pick<Hold, 'name' | 'reason' | 'user_ids' | 'stream_ids' | 'sent_from' | 'sent_before'>

/** Returns why a hold cannot be created. */
export function refusalOfHold({ name, reason, sent_from, sent_before }: RequestedHold, holds: number) {
  const { length } = [...name.trim()]
  if (length === 0 || length > MAX_HOLD_NAME_LENGTH) return holdNeedsName({})
  if (sent_from !== null && sent_before !== null && sent_before <= sent_from) return holdTimeIsEmpty({})
  return refusalOfReason(reason) ?? (holds >= MAX_HOLDS ? tooManyHolds({}) : undefined)
}
