import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { RESOLVED_PREFIX } from '../../channels/topics/rules'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { EDIT_GRACE_SECONDS, notPermittedToEdit, nothingToChange } from './rules'

export const directHasNoTopic = badRequest(() => 'Direct messages cannot have topics.')
export const directCannotMove = badRequest(() => 'Direct messages cannot be moved to channels.')
export const contentAndChannelChanged = badRequest(() => 'Cannot change message content while changing channel')
export const propagateModeWithoutMove = badRequest(() => 'Invalid propagate_mode without topic edit')
export const generalChatCannotBeResolved = badRequest(() => 'General chat cannot be marked as resolved')
export const notPermittedToResolve = badRequest(() => "You don't have permission to resolve topics in this channel.")
export const notPermittedToMove = badRequest(() => "You don't have permission to move this message")

/** The messages that move: one message, that message and the later ones of its topic, or the whole topic. */
export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const
export type PropagateMode = (typeof PROPAGATE_MODES)[number]

export type EditRequest = { content: boolean; topic?: string; stream_id?: number; propagate_mode: PropagateMode }

/** Returns why a request is invalid for every actor. `channel` is the channel of the message, or null. */
export function refusalOfRequest(request: EditRequest, channel: number | null): ApiError | undefined {
  const { content, topic, stream_id, propagate_mode } = request
  const isDirect = channel === null
  const isMove = topic !== undefined || stream_id !== undefined
  if (!content && !isMove) return nothingToChange({})
  if (isDirect && stream_id !== undefined) return directCannotMove({})
  if (isDirect && topic !== undefined) return directHasNoTopic({})
  if (propagate_mode !== 'change_one' && !isMove) return propagateModeWithoutMove({})
  if (content && stream_id !== undefined && stream_id !== channel) return contentAndChannelChanged({})
  return undefined
}

const GENERAL_CHAT_NAMES = ['', '(no topic)', 'general chat']

/** Returns whether a topic name is the resolved mark alone, or before a name of the general chat. */
export const isResolvedGeneralChat = (topic: string): boolean =>
  topic.startsWith(RESOLVED_PREFIX.trim()) &&
  GENERAL_CHAT_NAMES.includes(topic.slice(RESOLVED_PREFIX.trim().length).trim())

/** A move, and the permissions of its actor. */
export type Move = {
  isToAnotherChannel: boolean
  isToAnotherTopic: boolean
  isToggled: boolean // the topic becomes resolved or unresolved
  isPureToggle: boolean // the whole topic stays in its channel, and changes only in this
  isFromArchive: boolean
  may: { resolve: boolean; changeTopic: boolean; leaveChannel: boolean }
}

/** Returns why the actor may not move the messages. The messages of archived channels do not move. */
export function refusalToMove({ may, ...move }: Move): ApiError | undefined {
  if (move.isToggled && (!may.resolve || move.isFromArchive)) return notPermittedToResolve({})
  if (move.isToAnotherTopic && !move.isPureToggle && (!may.changeTopic || move.isFromArchive))
    return notPermittedToEdit({})
  if (move.isToAnotherChannel && (!may.leaveChannel || move.isFromArchive)) return notPermittedToMove({})
  return undefined
}

/** The maximum age of messages that can be moved, in seconds. null: no limit. */
export type MoveLimits = { withinChannel: number | null; betweenChannels: number | null }

/** Returns the time of the oldest messages that can be moved. Resolving a topic has no limit. */
export function movableSince(
  move: Pick<Move, 'isToAnotherChannel' | 'isToAnotherTopic' | 'isPureToggle'>,
  { withinChannel, betweenChannels }: MoveLimits,
  now: number,
): number {
  const limits = [
    move.isToAnotherTopic && !move.isPureToggle ? withinChannel : null,
    move.isToAnotherChannel ? betweenChannels : null,
  ].flatMap((limit) => limit ?? [])
  return limits.length === 0 ? -Infinity : now - Math.min(...limits) - EDIT_GRACE_SECONDS
}

/** The part of a topic that the actor could move, in the error for a request to move more. */
export type MovablePart = {
  first_message_id_allowed_to_move: number | null
  total_messages_allowed_to_move: number
  total_messages_in_topic: number
}

const timeLimitExceeded = (text: (part: MovablePart) => string) => apiError('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', text)

export const topicTooOld = timeLimitExceeded(
  (f) =>
    `You only have permission to move the ${f.total_messages_allowed_to_move}/${f.total_messages_in_topic} most recent messages in this topic.`,
)
export const tooLateForTopic = timeLimitExceeded(() => "The time limit for editing this message's topic has passed.")
export const tooLateForChannel = timeLimitExceeded(() => "The time limit for editing this message's channel has passed")

const FROM_LEAST_VISIBLE: readonly VisibilityPolicy[] = [
  Visibility.muted,
  Visibility.none,
  Visibility.unmuted,
  Visibility.followed,
]

/** Returns a user's policy for a topic that another topic was merged into: the one that shows the user more. */
export const moreVisible = (a: VisibilityPolicy, b: VisibilityPolicy): VisibilityPolicy =>
  FROM_LEAST_VISIBLE.indexOf(a) > FROM_LEAST_VISIBLE.indexOf(b) ? a : b
