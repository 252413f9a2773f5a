import { badRequest } from '../../../api/errors'

/** Somebody begins to type, or stops. */
export const TYPING_OPS = ['start', 'stop'] as const
export type TypingOp = (typeof TYPING_OPS)[number]

export const missingTo = badRequest(() => "Missing 'to' argument")
export const emptyTo = badRequest(() => "Empty 'to' list")
export const missingChannel = badRequest(() => "Missing 'stream_id' argument")
export const directTypingDisabled = badRequest(() => 'User has disabled typing notifications for direct messages')
export const channelTypingDisabled = badRequest(() => 'User has disabled typing notifications for channel messages')

const MOST_SUBSCRIBERS_TOLD = 100

/** In a large channel somebody always types, and nobody wants to know. */
export const isTooLargeForTyping = ({ subscriber_count }: { subscriber_count: number }): boolean =>
  subscriber_count > MOST_SUBSCRIBERS_TOLD
