import { badRequest, type ApiError } from '../../../api/errors'
import type { ClientOptions } from '../../../events/queue'
import { positionOfInvalidCharacter } from '../channels/rules'
import type { Channel } from '../channels/channel'
import { EMPTY_TOPIC_DISPLAY_NAME, MAX_TOPIC_LENGTH } from '../../realm/settings/limits'

export const invalidCharacterInTopic = badRequest(
  (f: { position: number }) => `Invalid character in topic, at position ${f.position}!`,
)
export const generalChatNotAllowed = badRequest(
  () => 'Sending messages to the general chat is not allowed in this channel.',
)
export const onlyGeneralChatAllowed = badRequest(() => 'Only the general chat topic is allowed in this channel.')
export const missingTopic = badRequest(() => 'Missing topic')

const NO_TOPIC = '(no topic)'
const TRUNCATED = '...'

/** What a client calls a topic, as the realm knows it: old and new words for the general chat are the empty string. */
export function resolveTopicName(said: string): string {
  const topic = truncateTopicName(said.trim())
  return topic === NO_TOPIC || topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : topic
}

/** As much of a topic as is kept. */
export function truncateTopicName(topic: string): string {
  const characters = [...topic]
  return characters.length <= MAX_TOPIC_LENGTH
    ? topic
    : characters.slice(0, MAX_TOPIC_LENGTH - TRUNCATED.length).join('') + TRUNCATED
}

/** A topic is resolved by its name. */
export const RESOLVED_PREFIX = '✔ '
export const isTopicResolved = (topic: string): boolean => topic.startsWith(RESOLVED_PREFIX)

/** A topic with its mark, as it is kept. */
const resolved = (topic: string): string => truncateTopicName(RESOLVED_PREFIX + topic)

/** Does nothing change but the mark of what is resolved? */
export const isResolveToggle = (before: string, after: string): boolean =>
  isResolving(before, after) || isReopening(before, after)

const isResolving = (before: string, after: string): boolean =>
  before !== '' && !before.startsWith(RESOLVED_PREFIX) && after === resolved(before)

const isReopening = (before: string, after: string): boolean => before === RESOLVED_PREFIX + after

export type TopicClient = Pick<ClientOptions, 'capabilities'>

/** Does this client know that a topic may have no name? */
export const supportsEmptyTopic = ({ capabilities }: TopicClient): boolean => capabilities.empty_topic_name === true

/** A client that does not know the empty topic is shown a name for it. */
export const topicNameFor = (topic: string, knowsEmptyTopic: boolean): string =>
  topic === '' && !knowsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic

export function refusalOfTopic(topic: string, channel: Channel, realmPolicy: string): ApiError | undefined {
  const position = positionOfInvalidCharacter(topic)
  if (position !== undefined) return invalidCharacterInTopic({ position })
  const policy = channel.topics_policy === 'inherit' ? realmPolicy : channel.topics_policy
  if (topic === '' && policy === 'disable_empty_topic') return generalChatNotAllowed({})
  if (topic !== '' && policy === 'empty_topic_only') return onlyGeneralChatAllowed({})
  return undefined
}
