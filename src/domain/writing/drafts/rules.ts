import { badRequest, missing, type ApiError } from '../../../api/errors'
import { contentKept, refusalOfContent } from '../../messages/message-index/rules'
import { truncateTopicName } from '../../channels/topics/rules'
import type { Draft, RequestedDraft } from './draft'

export const draftsNotSynchronized = badRequest(() => 'User has disabled synchronizing drafts.')
export const draftDoesNotExist = missing(() => 'Draft does not exist')
export const oneChannelForDraft = badRequest(() => 'Must specify exactly 1 channel ID for channel messages')
export const timestampIsNegative = badRequest(() => 'Timestamp must not be negative.')
export const tooManyDrafts = badRequest(() => `No more than ${MOST_DRAFTS} drafts can be kept.`)
export const topicHasNullBytes = badRequest(() => 'Topic must not contain null bytes')

export const tooMuchDrafted = badRequest(
  () => `The drafts that are kept must not be longer than ${MOST_CHARACTERS} characters together.`,
)

// All of somebody's drafts are told in one answer.
const MOST_DRAFTS = 1000
/** A client sends each draft as it is written, and those it has kept by itself when it first finds the server. */
export const MOST_DRAFTS_AT_ONCE = 100
const MOST_CHARACTERS = 2_000_000

/** What somebody keeps, or wants to keep besides. */
export type DraftTotals = { drafts: number; characters: number }

export function refusalOfMore(kept: DraftTotals, more: DraftTotals): ApiError | undefined {
  if (kept.drafts + more.drafts > MOST_DRAFTS) return tooManyDrafts({})
  return kept.characters + more.characters > MOST_CHARACTERS ? tooMuchDrafted({}) : undefined
}

/** A draft as it is counted: with whom it is for, as that may be everyone there is. */
export const charactersOf = ({ to, content }: Pick<Draft, 'to' | 'content'>): number =>
  to.join(',').length + content.length

/** What is wrong with a draft that nothing but the draft itself can tell. */
export function refusalOfDraft({ type, to, topic, content, timestamp = 0 }: RequestedDraft): ApiError | undefined {
  if (timestamp < 0) return timestampIsNegative({})
  if (type === 'stream' && to.length !== 1) return oneChannelForDraft({})
  if (type === 'stream' && topic.includes('\0')) return topicHasNullBytes({})
  return refusalOfContent(contentKept(content))
}

/** A draft as it is kept: cut to size like the message it may become, and addressed only as its type can be. */
export function normalizeDraft(
  { type, to, topic, content, timestamp }: RequestedDraft,
  now: number,
): Omit<Draft, 'id'> {
  return {
    type,
    to: type === '' ? [] : [...new Set(to)],
    topic: type === 'stream' ? truncateTopicName(topic) : '',
    content: contentKept(content),
    timestamp: timestamp ?? now,
  }
}
