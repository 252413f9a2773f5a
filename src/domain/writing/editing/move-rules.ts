import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { RESOLVED_PREFIX } from '../../channels/topics/rules'
import { notPermittedToEdit } from './content-rules'
import { EDIT_GRACE_SECONDS, nothingToChange } from './rules'

export const directHasNoTopic = badRequest(() => 'Direct messages cannot have topics.')
export const directCannotMove = badRequest(() => 'Direct messages cannot be moved to channels.')
export const contentAndChannelChanged = badRequest(() => 'Cannot change message content while changing channel')
export const propagateModeWithoutMove = badRequest(() => 'Invalid propagate_mode without topic edit')
export const generalChatCannotBeResolved = badRequest(() => 'General chat cannot be marked as resolved')
export const notPermittedToResolve = badRequest(() => "You don't have permission to resolve topics in this channel.")
export const notPermittedToMove = badRequest(() => "You don't have permission to move this message")

/** Which messages go: the one that is named, it and those after it in its topic, or the whole topic. */
export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const
export type PropagateMode = (typeof PROPAGATE_MODES)[number]

/** What is asked for, as far as it is plain from the request whether it makes sense. */
export type EditRequest = { content: boolean; topic?: string; stream_id?: number; propagate_mode: PropagateMode }

export function refusalOfRequest(asked: EditRequest, isDirect: boolean): ApiError | undefined {
  const { content, topic, stream_id, propagate_mode } = asked
  const isMove = topic !== undefined || stream_id !== undefined
  if (!content && !isMove) return nothingToChange({})
  if (isDirect && stream_id !== undefined) return directCannotMove({})
  if (isDirect && topic !== undefined) return directHasNoTopic({})
  if (propagate_mode !== 'change_one' && !isMove) return propagateModeWithoutMove({})
  if (content && stream_id !== undefined) return contentAndChannelChanged({})
  return undefined
}

/** The mark on nothing, or on one of the names of nothing. */
export const isResolvedGeneralChat = (topic: string): boolean =>
  topic.startsWith(RESOLVED_PREFIX.trim()) &&
  ['', ...NAMES_OF_NOTHING].includes(topic.slice(RESOLVED_PREFIX.trim().length).trim())

const NAMES_OF_NOTHING = ['(no topic)', 'general chat']

/** What a move changes, and what its author may. Channels that are archived stay as they are. */
export type Move = {
  isToAnotherChannel: boolean
  isToAnotherTopic: boolean
  isToggled: boolean
  /** A whole topic, in its channel, gets its mark or loses it, and nothing else happens. */
  isPureToggle: boolean
  isFromArchive: boolean
  may: { resolve: boolean; changeTopic: boolean; leaveChannel: boolean }
}

export function refusalToMove({ may, ...move }: Move): ApiError | undefined {
  if (move.isToggled && (!may.resolve || move.isFromArchive)) return notPermittedToResolve({})
  if (move.isToAnotherTopic && !move.isPureToggle && (!may.changeTopic || move.isFromArchive))
    return notPermittedToEdit({})
  if (move.isToAnotherChannel && (!may.leaveChannel || move.isFromArchive)) return notPermittedToMove({})
  return undefined
}

/** How long after a message was sent it may be moved, in seconds; null is for ever. */
export type Limits = { withinChannel: number | null; betweenChannels: number | null }

/** What was sent before this second stays where it is. Resolving a topic knows no limit, nor do moderators. */
export function movableSince(
  move: Pick<Move, 'isToAnotherChannel' | 'isToAnotherTopic' | 'isPureToggle'>,
  { withinChannel, betweenChannels }: Limits,
  now: number,
): number {
  const limits = [
    move.isToAnotherTopic && !move.isPureToggle ? withinChannel : null,
    move.isToAnotherChannel ? betweenChannels : null,
  ].flatMap((limit) => limit ?? [])
  return limits.length === 0 ? -Infinity : now - Math.min(...limits) - EDIT_GRACE_SECONDS
}

/** What of a topic could be moved, when not all of what was asked can be. */
export type TooOld = {
  first_message_id_allowed_to_move: number | null
  total_messages_allowed_to_move: number
  total_messages_in_topic: number
}

const timeLimitExceeded = (words: (fields: TooOld) => string) => apiError('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', words)

export const topicTooOld = timeLimitExceeded(
  (f) =>
    `You only have permission to move the ${f.total_messages_allowed_to_move}/${f.total_messages_in_topic} most recent messages in this topic.`,
)
export const tooLateForTopic = timeLimitExceeded(() => "The time limit for editing this message's topic has passed.")
export const tooLateForChannel = timeLimitExceeded(() => "The time limit for editing this message's channel has passed")
