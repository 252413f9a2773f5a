import { isTopicResolved, RESOLVED_PREFIX } from '../../channels/topics/rules'

const NAMED_MAX = 3
const RESOLVED = '[resolved] '

/** Returns the subject of emails about a topic. Mail programs ignore a prefix in brackets when they collect a thread. */
export const subjectOfTopic = (channel_name: string, topic: string): string =>
  isTopicResolved(topic)
    ? `${RESOLVED}#${channel_name} > ${topic.slice(RESOLVED_PREFIX.length)}`
    : `#${channel_name} > ${topic}`

/** Returns the subject of emails about direct messages, by the names of the other users. */
export function subjectOfDirectMessages(names: readonly string[]): string {
  if (names.length <= 1) return `DMs with ${names[0] ?? 'yourself'}`
  if (names.length === 2) return `Group DMs with ${names[0]} and ${names[1]}`
  const others = names.length - NAMED_MAX + 1
  const last = names.length === NAMED_MAX ? names[2] : `${others} others`
  return `Group DMs with ${names[0]}, ${names[1]}, and ${last}`
}
