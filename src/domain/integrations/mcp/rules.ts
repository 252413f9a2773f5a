import { badRequest, errorWithStatus, forbidden, type ApiError } from '../../../api/errors'

export const wrongHost = forbidden((f: { url: string }) => `Agents reach this organization only at ${f.url}`)
export const notJson = errorWithStatus(415, () => 'Content-Type must be application/json')

export const invalidArguments = badRequest((f: { place: string; problem: string }) => `${f.place}: ${f.problem}`)
export const oneDestination = badRequest(() => 'Give either channel and topic, or people')
export const topicNeeded = badRequest(
  () => 'A message to a channel needs a topic: list_topics returns those that exist',
)
export const notAFile = badRequest(() => 'path is not the path of an uploaded file')
export const severalPeople = badRequest(
  (f: { ids: number[] }) => `Several people have this name. Use one of the ids ${f.ids.join(', ')}`,
)
const wildcardByAgent = badRequest(
  () => 'Agents cannot mention everyone, a channel or a topic. Save a draft, which the user can send',
)

const WILDCARD = /@\*\*(?:all|everyone|channel|stream|topic)\*\*/i

/** Returns the refusal of text that would notify all people of a conversation. Agents may mention only single people. */
export const refusalOfMentions = (content: string): ApiError | undefined =>
  WILDCARD.test(content) ? wildcardByAgent({}) : undefined
