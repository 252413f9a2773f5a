import { refusalOfLength } from '../../../api/complaints'
import { badRequest, type ApiError } from '../../../api/errors'
import { MAX_TOPIC_LENGTH } from '../../realm/settings/limits'

export const tooManyMutedTopics = badRequest(() => `No more than ${MAX_MUTED_TOPICS} topics can be muted.`)

// Each that is muted tells of all of them, in one event.
const MAX_MUTED_TOPICS = 3000

export const refusalOfMutedTopicCount = (muted: number): ApiError | undefined =>
  muted >= MAX_MUTED_TOPICS ? tooManyMutedTopics({}) : undefined

export const tooManyUserTopics = badRequest(() => `No more than ${MAX_USER_TOPICS} topics can be chosen something for.`)

// All of somebody's are told in one answer. Habits go on beyond that: they choose where something is said, and nowhere else.
const MAX_USER_TOPICS = 20_000

export const refusalOfUserTopicCount = (chosen: number): ApiError | undefined =>
  chosen >= MAX_USER_TOPICS ? tooManyUserTopics({}) : undefined

/** What somebody may choose for a topic (specification 2.8). None leaves it to the channel, and is never stored. */
export const Visibility = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const
export const VISIBILITY_POLICIES = [0, 1, 2, 3] as const
export type VisibilityPolicy = (typeof VISIBILITY_POLICIES)[number]

/** A choice for the topic beats one for its channel: what is unmuted or followed calls from within a muted channel. */
export const isTopicMuted = (policy: VisibilityPolicy, isChannelMuted: boolean): boolean =>
  policy === Visibility.none ? isChannelMuted : policy === Visibility.muted

export const refusalOfTopicName = (topic: string): ApiError | undefined =>
  refusalOfLength('topic', topic.trim(), MAX_TOPIC_LENGTH)
