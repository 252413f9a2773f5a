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

/** Returns the topic name for a name that a client sent. Both display names of the general chat become the empty string. */
export function resolveTopicName(requestedName: string): string {
  const topic = truncateTopicName(requestedName.trim())
  return topic === NO_TOPIC || topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : topic
}

/** Returns the topic name, cut to the maximum length. */
export function truncateTopicName(topic: string): string {
  const characters = [...topic]
  return characters.length <= MAX_TOPIC_LENGTH
    ? topic
    : characters.slice(0, MAX_TOPIC_LENGTH - TRUNCATED.length).join('') + TRUNCATED
}

/** The prefix of a resolved topic's name. */
export const RESOLVED_PREFIX = '✔ '
export const isTopicResolved = (topic: string): boolean => topic.startsWith(RESOLVED_PREFIX)

const resolvedName = (topic: string): string => truncateTopicName(RESOLVED_PREFIX + topic)

/** Whether a rename only resolves or unresolves the topic. */
export const isResolveToggle = (before: string, after: string): boolean =>
  isResolving(before, after) || isUnresolving(before, after)

const isResolving = (before: string, after: string): boolean =>
  before !== '' && !before.startsWith(RESOLVED_PREFIX) && after === resolvedName(before)

const isUnresolving = (before: string, after: string): boolean => before === RESOLVED_PREFIX + after

export type TopicClient = Pick<ClientOptions, 'capabilities'>

/** Whether the client has the capability `empty_topic_name`: it can show the topic without a name. */
export const supportsEmptyTopic = ({ capabilities }: TopicClient): boolean => capabilities.empty_topic_name === true

/** Returns the name to send to a client. Clients without the capability `empty_topic_name` get a display name. */
export const topicNameFor = (topic: string, supportsEmptyTopic: boolean): string =>
  topic === '' && !supportsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic

export function refusalOfTopic(topic: string, channel: Channel, realmPolicy: string): ApiError | undefined {
  const position = positionOfInvalidCharacter(topic)
  if (position !== undefined) return invalidCharacterInTopic({ position })
  const policy = channel.topics_policy === 'inherit' ? realmPolicy : channel.topics_policy
  if (topic === '' && policy === 'disable_empty_topic') return generalChatNotAllowed({})
  if (topic !== '' && policy === 'empty_topic_only') return onlyGeneralChatAllowed({})
  return undefined
}
