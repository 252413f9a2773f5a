import { badRequest } from '../../../api/errors'

export const TYPING_OPS = ['start', 'stop'] as const
export type TypingOp = (typeof TYPING_OPS)[number]

export const missingTo = badRequest(() => "Missing 'to' argument")
export const emptyTo = badRequest(() => "Empty 'to' list")
export const missingChannel = badRequest(() => "Missing 'stream_id' argument")
export const directTypingDisabled = badRequest(() => 'User has disabled typing notifications for direct messages')
export const channelTypingDisabled = badRequest(() => 'User has disabled typing notifications for channel messages')

const MAX_SUBSCRIBERS = 100

/** In large channels, some user types at any time, so the many typing events would be useless. */
export const isTooLargeForTyping = ({ subscriber_count }: { subscriber_count: number }): boolean =>
  subscriber_count > MAX_SUBSCRIBERS
