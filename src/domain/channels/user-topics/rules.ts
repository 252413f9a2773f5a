import { refusalOfTextLength } from '../../../api/parameter-errors'
import { badRequest, type ApiError } from '../../../api/errors'
import { MAX_TOPIC_LENGTH } from '../../realm/settings/limits'

/** The values of a visibility policy (API rule 9). `none` leaves the topic to the channel, and is never stored. */
export const Visibility = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const
export const VISIBILITY_POLICIES = [0, 1, 2, 3] as const
export type VisibilityPolicy = (typeof VISIBILITY_POLICIES)[number]

export const tooManyMutedTopics = badRequest(() => `No more than ${MAX_MUTED_TOPICS} topics can be muted.`)

// The event `muted_topics` lists all muted topics.
const MAX_MUTED_TOPICS = 3000

export const refusalOfMutedTopicCount = (count: number): ApiError | undefined =>
  count >= MAX_MUTED_TOPICS ? tooManyMutedTopics({}) : undefined

export const tooManyUserTopics = badRequest(
  () => `No more than ${MAX_USER_TOPICS} topics can have a visibility policy.`,
)

// `POST /register` returns all policies of a user. Automatic policies have no limit: each of them needs a message of its own.
const MAX_USER_TOPICS = 20_000

export const refusalOfUserTopicCount = (count: number): ApiError | undefined =>
  count >= MAX_USER_TOPICS ? tooManyUserTopics({}) : undefined

/** Whether a topic is muted. The policy of the topic takes precedence: an unmuted topic of a muted channel notifies. */
export const isTopicMuted = (policy: VisibilityPolicy, isChannelMuted: boolean): boolean =>
  policy === Visibility.none ? isChannelMuted : policy === Visibility.muted

export const refusalOfTopicName = (topic: string): ApiError | undefined =>
  refusalOfTextLength('topic', topic.trim(), MAX_TOPIC_LENGTH)
