import { badRequest, notFound, type ApiError } from '../../../api/errors'
import { normalizeContent, refusalOfContent } from '../../messages/message-index/rules'
import { truncateTopicName } from '../../channels/topics/rules'
import type { Draft, RequestedDraft } from './draft'

export const draftsNotSynchronized = badRequest(() => 'User has disabled synchronizing drafts.')
export const draftDoesNotExist = notFound(() => 'Draft does not exist')
export const oneChannelForDraft = badRequest(() => 'Must specify exactly 1 channel ID for channel messages')
export const timestampIsNegative = badRequest(() => 'Timestamp must not be negative.')
export const tooManyDrafts = badRequest(() => `No more than ${MAX_DRAFTS} drafts can be stored.`)
export const topicHasNullBytes = badRequest(() => 'Topic must not contain null bytes')

export const draftsTooLong = badRequest(
  () => `All drafts together must not be longer than ${MAX_CHARACTERS} characters.`,
)

// One response contains all drafts of a user.
const MAX_DRAFTS = 1000
/** Clients send each draft as the user writes it. A new client sends all drafts that it stored before. */
export const MAX_DRAFTS_PER_REQUEST = 100
const MAX_CHARACTERS = 2_000_000

/** The drafts of one user, or new drafts, counted together. */
export type DraftTotals = { drafts: number; characters: number }

export function refusalOfMore(stored: DraftTotals, added: DraftTotals): ApiError | undefined {
  if (stored.drafts + added.drafts > MAX_DRAFTS) return tooManyDrafts({})
  return stored.characters + added.characters > MAX_CHARACTERS ? draftsTooLong({}) : undefined
}

/** Returns the length of a draft as `draftTotals` counts it, with its recipients, of whom there may be many. */
export const charactersOf = ({ to, content }: Pick<Draft, 'to' | 'content'>): number =>
  to.join(',').length + content.length

/** Returns why a draft is invalid. Does not check whether its channel and users exist. */
export function refusalOfDraft({ type, to, topic, content, timestamp = 0 }: RequestedDraft): ApiError | undefined {
  if (timestamp < 0) return timestampIsNegative({})
  if (type === 'stream' && to.length !== 1) return oneChannelForDraft({})
  if (type === 'stream' && topic.includes('\0')) return topicHasNullBytes({})
  return refusalOfContent(normalizeContent(content))
}

/** Returns the draft to store: shortened like a message, and with the recipients that its type allows. */
export function normalizeDraft(
  { type, to, topic, content, timestamp }: RequestedDraft,
  now: number,
): Omit<Draft, 'id'> {
  return {
    type,
    to: type === '' ? [] : [...new Set(to)],
    topic: type === 'stream' ? truncateTopicName(topic) : '',
    content: normalizeContent(content),
    timestamp: timestamp ?? now,
  }
}
