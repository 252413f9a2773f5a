import { badRequest, errorWithStatus, forbidden, type ApiError } from '../../../api/errors'

export const wrongHost = forbidden((f: { url: string }) => `Agents reach this organization only at ${f.url}`)
export const notJson = errorWithStatus(415, () => 'Content-Type must be application/json')

export const invalidArguments = badRequest((f: { place: string; problem: string }) => `${f.place}: ${f.problem}`)
export const oneDestination = badRequest(() => 'Give either channel and topic, or people')
export const conversationNeeded = badRequest(() => 'Give either channel, with or without topic, or dm_with')
export const idsOrConversation = badRequest(() => 'Give either ids or channel')
export const topicNeeded = badRequest(
  () => 'A message to a channel needs a topic: list_topics returns the topics of a channel',
)
export const noTopicNamed = badRequest(
  (f: { topic: string }) => `The channel has no topic '${f.topic}'. list_topics returns its topics`,
)
export const noGroupNamed = badRequest(
  (f: { group: string }) => `No group has the id or name '${f.group}'. list_groups returns all groups`,
)
export const notBase64 = badRequest(() => 'content is not base64')
export const notAFile = badRequest(() => 'path is not the path of an uploaded file')
export const severalPeople = badRequest(
  (f: { name: string; ids: number[] }) =>
    `Several people are named '${f.name}'. Use one of the ids ${f.ids.join(', ')}`,
)
export const noPersonNamed = badRequest(
  (f: { name: string }) =>
    `No person has the id, email address or name '${f.name}'. find_people finds people by a part of them`,
)
export const tooManyAddresses = badRequest(
  (f: { most: number }) => `More than ${f.most} email addresses. Use ids: find_people returns them`,
)
const wildcardByAgent = badRequest(
  () => 'Agents cannot mention everyone, a channel or a topic. Save a draft, which the user can send',
)

const WILDCARD = /@\*\*(?:all|everyone|channel|stream|topic)\*\*/i

/** Returns the refusal of text that would notify all people of a conversation. Agents may mention only single people. */
export const refusalOfMentions = (content: string): ApiError | undefined =>
  WILDCARD.test(content) ? wildcardByAgent({}) : undefined
